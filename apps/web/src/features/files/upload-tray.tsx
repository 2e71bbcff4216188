/** Uploads at the lower right of every page: they continue while people work elsewhere. Screen readers announce their progress. */

import { ActionIcon, Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState, useEffect } from 'react'
import { formatPercentage } from '#lib/format-number.ts'
import { IconChevronDown, IconChevronUp } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { formatTraySummary, getTotalProgress, getAnnouncement } from './upload-format.ts'
import { UploadRow } from './upload-row.tsx'
import { isUnderWay, type Upload } from './uploads/types.ts'
import { uploads as all } from './uploads/use-uploads.ts'
import classes from './upload-tray.module.css'

/** Pages reserve space at their end, so that the tray never covers content permanently. */
function useRoom() {
  const tray = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement
    const measure = new ResizeObserver(() => root.style.setProperty('--tray-space', `${(tray.current?.offsetHeight ?? 0) + 16}px`))
    if (tray.current) measure.observe(tray.current)
    return () => {
      measure.disconnect()
      root.style.removeProperty('--tray-space')
    }
  }, [])
  return tray
}

/** Actions for all of them. */
function WholeList({ uploads }: { uploads: readonly Upload[] }) {
  const moving = uploads.filter((upload) => isUnderWay(upload) && upload.state !== 'finishing')
  const resting = uploads.filter(({ state }) => state === 'paused' || state === 'failed')
  const done = uploads.filter(({ mediaId }) => mediaId !== null)
  const button = (label: string, some: readonly Upload[], work: (id: string) => void): ReactNode =>
    some.length > 0 && (
      <Button key={label} variant="subtle" size="sm" onClick={() => some.forEach(({ id }) => work(id))}>
        {label}
      </Button>
    )
  if (uploads.length < 2) return null
  return (
    <div className={classes.foot}>
      {button('Pause all', moving, (id) => all.pause(id))}
      {button('Resume all', resting, (id) => void all.resume(id))}
      {button('Clear uploaded', done, (id) => all.cancel(id))}
    </div>
  )
}

export function UploadTray({ uploads }: { uploads: readonly Upload[] }) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(!isPhone)
  const tray = useRoom()
  const hasBar = !isOpen && uploads.some(isUnderWay)
  return (
    <section ref={tray} className={classes.tray} aria-label="Uploads">
      <Flex align="center" gap={12} mih={44} p="0 6px 0 16px">
        <Text component="h2" variant="section" flex={1}>
          {formatTraySummary(uploads)}
          {hasBar && (
            <Text span inherit c="dimmed" fw={500}>
              {' '}
              {formatPercentage(getTotalProgress(uploads))}
            </Text>
          )}
        </Text>
        <ActionIcon aria-label="Uploads in full" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={18} stroke={1.75} aria-hidden /> : <IconChevronUp size={18} stroke={1.75} aria-hidden />}
        </ActionIcon>
      </Flex>
      {hasBar && (
        <Box p="0 16px 12px">
          <ProgressBar label="All uploads" value={getTotalProgress(uploads)} isMoving />
        </Box>
      )}
      {isOpen && (
        <>
          <ul className={classes.list}>
            {uploads.map((upload) => (
              <li key={upload.id}>
                <UploadRow upload={upload} />
              </li>
            ))}
          </ul>
          <WholeList uploads={uploads} />
        </>
      )}
    </section>
  )
}

export function UploadNews({ uploads }: { uploads: readonly Upload[] }) {
  const announced = useRef(new Map<string, string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    for (const upload of uploads) {
      const now = getAnnouncement(upload)
      if (now === '' || announced.current.get(upload.id) === now) continue
      announced.current.set(upload.id, now)
      setWords(now)
    }
  }, [uploads])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}
