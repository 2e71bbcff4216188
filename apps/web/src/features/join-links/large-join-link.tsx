/** A join link for the projector: QR code, code and address over the whole screen. */

import { Modal } from '@mantine/core'
import { encode } from 'uqr'
import type { JoinLink } from '@lms/contract/join-links'
import { formatJoinCode } from '@lms/contract/rules/join-code'
import { shortAddress } from './short-address.ts'
import classes from './join-link-card.module.css'

/** Dark on white in both colour schemes, with the margin of four modules that readers need (ISO/IEC 18004). */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the join link" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}

export function LargeJoinLink({ link, onClose }: { link: JoinLink; onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content aria-label="Join code">
        <Modal.CloseButton size={44} iconSize={24} aria-label="Close" className={classes.close ?? ''} />
        <Modal.Body className={classes.large ?? ''}>
          <QrCode text={link.url} />
          <p className={classes.largeHelp}>Or, in Courses, choose “I have a code” and enter</p>
          <p className={classes.largeCode}>{formatJoinCode(link.code)}</p>
          <p className={classes.largeAddress}>{shortAddress(link.url)}</p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
