/** Every part of the interface on one sheet, to be laid beside the pictures. In development alone, at /__gallery. */
import { Shell } from '../app/shell/shell.tsx'
import { useSession } from '#lib/session.ts'
import { Page } from '#ui/page.tsx'
import { FieldParts } from './field-parts.tsx'
import classes from './gallery.module.css'
import { OverlayParts } from './overlay-parts.tsx'
import { PageParts } from './page-parts.tsx'
import { StateParts } from './state-parts.tsx'

const marta = { id: 'marta', name: 'Marta Oliveira', email: 'marta@harbour.example', role: 'ADMIN', profileImage: null } as const

// The shell reads the session while rendering, so it must be set before.
useSession.getState().setAuth('gallery', { ...marta })

export function Gallery() {
  return (
    <Shell>
      <Page title="States and parts" kind="wide" meta={<span>Every state has a shape and a word before it has a colour</span>}>
        <div className={classes.columns}>
          <StateParts />
          <FieldParts />
          <OverlayParts />
        </div>
        <PageParts />
      </Page>
    </Shell>
  )
}
