/** How a media item is used: how many watch it, and where else its file plays. */
import type { Media } from '@lms/contract/media'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import classes from './media.module.css'
import { otherUsesQuery, viewersQuery } from './api.ts'

/** Weeks that are named unasked. */
const firstShown = 4

const toParams = ({ courseId, id }: Media) => ({ params: { courseId, id } })

/** “15 started, 12 finished”. */
export function Views({ media }: { media: Media }) {
  const { data, isPending } = useQuery({ ...viewersQuery(toParams(media)), refetchOnMount: 'always' })
  // A line of its own from the start.
  if (isPending) return <span>{'\u00a0'}</span>
  if (!data) return null
  const { started, watched } = data
  const all = started + watched
  if (all === 0) return <span>Nobody has watched it yet</span>
  return <span>{`${all} started, ${watched} finished`}</span>
}

export function OtherUses({ media }: { media: Media }) {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery({ ...otherUsesQuery(toParams(media)), enabled: media.url !== null })
  if (!data || data.items.length + data.hidden === 0) return null
  const shown = isWhole || data.items.length <= firstShown + 1 ? data.items : data.items.slice(0, firstShown)
  return (
    <div className={classes.uses}>
      <p>The same file also plays in:</p>
      <ul>
        {shown.map(({ mediaId, title, courseId, courseTitle, weekId, weekNumber }) => (
          <li key={mediaId}>
            <Link to={paths.media.to({ courseId, weekId, mediaId })}>
              {courseTitle}, week {weekNumber}: {title}
            </Link>
          </li>
        ))}
        {data.hidden > 0 && <li>{data.hidden === 1 ? 'One week' : `${data.hidden} weeks`} in courses of others</li>}
      </ul>
      {shown.length < data.items.length && (
        <Button size="sm" variant="default" onClick={() => setWhole(true)}>
          Show all {data.items.length}
        </Button>
      )}
    </div>
  )
}
