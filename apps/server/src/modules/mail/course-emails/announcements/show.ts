/** Announcements as one reader sees them: with the reader's name, and temporary URLs of the images. */

import { fillHtml, fillPlaceholders, firstName } from '@lms/contract/rules/course-emails'
import { signImages } from '#modules/files/images.ts'
import type { listShownNow } from '#modules/mail/course-emails/announcements/queries.ts'
import type { Services } from '#services/services.ts'

export async function toReader({ storage }: Pick<Services, 'storage'>, found: Awaited<ReturnType<typeof listShownNow>>) {
  const sign = await signImages(
    storage,
    found.map(({ body }) => body),
  )
  return found.map(({ viewerName, subject, body, ...item }) => {
    const values = { name: firstName(viewerName), fullName: viewerName, course: item.courseTitle }
    return { ...item, subject: fillPlaceholders(subject, values), body: fillHtml(sign(body), values) }
  })
}
