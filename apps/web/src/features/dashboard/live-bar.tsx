/** What is live comes first: one bar, one button. */
import { Button } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { livePhase, formatStart } from '#lib/live-session.ts'
import { NoUrlError } from '#lib/open-in-new-tab.ts'
import { paths } from '#lib/paths.ts'
import { useMarkLiveAttendance } from '#features/attendance/api.ts'
import { JoinButton } from '#features/media/index.ts'
import { mediaQuery } from '#features/media/api.ts'
import { getSessionPath } from './use-desk.ts'
import type { Session } from './agenda.ts'
import classes from './live-bar.module.css'

const icon = <IconVideo size={18} stroke={1.75} aria-hidden />

function Join({ session }: { session: Session }) {
  const { courseId, weekId, media } = session
  const details = useQuery(mediaQuery({ params: { courseId, id: media.id } }))
  const mark = useMarkLiveAttendance()
  // Until it is known that there is a way in, and where there is none, the session's own page says more.
  if (!details.data?.zoomOptions?.joinUrl)
    return (
      <Button component={Link} to={paths.media.to(getSessionPath(session))} leftSection={icon}>
        Join
      </Button>
    )
  const join = async (): Promise<string> => {
    const { joinUrl } = await mark.mutateAsync({ body: { courseId, weekId, mediaId: media.id } })
    if (joinUrl === null) throw new NoUrlError('There is no link yet. Your trainers will add it.')
    return joinUrl
  }
  return <JoinButton label="Join" ask={join} />
}

export function LiveBar({ session, now, trainers }: { session: Session; now: number; trainers: string }) {
  const { media, courseTitle } = session
  const isLive = livePhase(media, now) === 'live'
  const started = formatStart(media.startsAt, now)
  const when = isLive ? started.charAt(0).toUpperCase() + started.slice(1) : `Starts ${started}, the room is open`
  return (
    <section className={classes.bar} aria-label="Live now">
      <span className={classes.pulse} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>
          <Link to={paths.media.to(getSessionPath(session))}>{media.title}</Link> {isLive ? 'is live' : 'opens soon'}
        </p>
        <p className={classes.meta}>
          {when}
          <span className={classes.more}>{[courseTitle, trainers].filter(Boolean).map((word) => ` · ${word}`)}</span>
        </p>
      </div>
      <Join session={session} />
    </section>
  )
}
