/** A new course with one video, its trainer and a student: created through API calls. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@lms/contract/client'
import { clientOf, origin } from './client.ts'
import { clientFor, demo, password } from './people.ts'

/** 48 seconds of slides. */
export const lecture = join(import.meta.dirname, '../apps/server/src/db/seed/videos/chart.webm')

async function upload(client: Client, fileType: string, bytes: Buffer): Promise<string> {
  const { key, url, headers } = await client.files.presignUpload({ query: { fileType } })
  const answer = await fetch(new URL(url, origin()), { method: 'PUT', headers, body: new Uint8Array(bytes) })
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}`)
  return key
}

const two = (value: number): string => String(value).padStart(2, '0')
/** A caption every two seconds: “Words at 0:08”. */
const captions = `WEBVTT\n\n${Array.from({ length: 24 }, (_, index) => {
  const at = index * 2
  return `00:${two(at)}.000 --> 00:${two(at + 2)}.000\nWords at 0:${two(at)}${at === 20 ? ' about rates' : ''}\n`
}).join('\n')}`

type Made = { courseId: string; weekId: string; mediaId: string; path: string; title: string; student: string; trainer: Client }

/** `url` is a different URL than that of the demo lecture; only the lecture has captions. */
export async function videoCourse({ url }: { url?: string } = {}): Promise<Made> {
  const run = crypto.randomUUID().slice(0, 8)
  const trainer = await clientFor(demo.trainer)
  const course = await trainer.courses.createCourse({
    body: { title: `Rates ${run}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 },
  })
  const weekId = course.weeks![0]!.id
  const title = `Why rates mislead ${run}`
  const ours = {
    url: url ?? (await upload(trainer, 'video/webm', await readFile(lecture))),
    ...(!url && {
      durationSeconds: 48,
      captions: [{ key: await upload(trainer, 'text/vtt', Buffer.from(captions)), language: 'en', label: 'English', default: true }],
    }),
  }
  const media = await trainer.media.createMedia({ params: { courseId: course.id, weekId }, body: { title, type: 'RECORDED', ...ours } })
  const student = `rates.${run}@example.org`
  const { token } = await clientOf().auth.register({ body: { name: `Ruth ${run}`, email: student, password } })
  await clientOf(token).courses.enroll({ params: { id: course.id } })
  const path = `/courses/course/${course.id}/week/${weekId}/media/${media.id}`
  return { courseId: course.id, weekId, mediaId: media.id, path, title, student, trainer }
}
