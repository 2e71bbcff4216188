/** Emails that staff also show on the course page, until a day. What is shown is read. */

import { Flex, Text } from '@mantine/core'
import type { Announcement } from '@lms/contract/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { IconSpeakerphone } from '#ui/icons.ts'
import { RichText } from '#ui/rich-text.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import classes from './announcements.module.css'

type Props = {
  items: readonly Announcement[]
  /** The device's time. */
  loadedAt: number
  /** Announcements of several courses together. */
  hasCourses?: boolean
}

export function AnnouncementList({ items, loadedAt, hasCourses = false }: Props) {
  useReadNotices(
    items.map(({ id }) => id),
    loadedAt,
  )
  useRefetchAt(
    { dataUpdatedAt: loadedAt },
    items.map(({ shownUntil }) => shownUntil),
    ['courseEmails'],
  )
  return (
    <Flex component="section" direction="column" aria-label="Announcements" gap={12}>
      {items.map(({ id, subject, body, senderName, sentAt, courseTitle }) => (
        <article key={id} id={id} tabIndex={-1} className={classes.announcement}>
          <h2>
            <IconSpeakerphone size={18} stroke={1.75} aria-hidden />
            {subject}
          </h2>
          <RichText html={body} voice="talk" />
          <Text inherit c="dimmed" fz="sm" lh="md">
            {[isolate(senderName), hasCourses && isolate(courseTitle), formatDayAndTime(sentAt)].filter(Boolean).join(' · ')}
          </Text>
        </article>
      ))}
    </Flex>
  )
}
