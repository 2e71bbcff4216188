/** How the form shows a recording’s use: viewers, other weeks that share its file, and the effects of replacing it. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Media } from '@lms/contract/media'
import { paths } from '#lib/paths.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { makeCourse } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { OtherUses, ReplaceVideoAlert, ViewCounts, describeReplacement } from './media-usage.tsx'

const id = (n: number): string => `0198f6a0-0000-7000-9000-${String(n).padStart(12, '0')}`
const media: Media = {
  id: id(1),
  courseId: id(2),
  weekId: id(3),
  title: 'Cleaning',
  type: 'RECORDED',
  url: 'x',
  playbackUrl: '/x.mp4',
  notes: '',
  attachments: [],
  captions: [],
  durationSeconds: 10,
  thumbnail: null,
  thumbnailUrl: null,
  zoomOptions: null,
  position: 0,
  version: 0,
  createdAt: '2026-11-12T10:00:00Z',
}
const course = makeCourse('TRAINER', { id: id(2) })
const use = (n: number) => ({
  mediaId: id(10 + n),
  title: `Part ${n}`,
  courseId: id(2),
  courseTitle: 'Joints',
  weekId: id(30 + n),
  weekNumber: n,
})

test.each([
  [{ started: 0, watched: 0 }, 'Nobody has watched it yet'],
  [{ started: 1, watched: 0 }, '1 started, 0 finished'],
  [{ started: 3, watched: 12 }, '15 started, 12 finished'],
])('%j', async (viewers, words) => {
  signInAs('TRAINER')
  fakeApi({ media: { getViewers: async () => ({ ...viewers, unwatched: 0 }) } })
  renderAt(<ViewCounts media={media} course={course} />)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [1, 'Write to 1 who has not watched'],
  [12, 'Write to 12 who have not watched'],
])('beside the number of viewers: “%s”', async (unwatched, words) => {
  signInAs('TRAINER')
  fakeApi({ media: { getViewers: async () => ({ started: 3, watched: 12, unwatched }) } })
  renderAt(<ViewCounts media={media} course={course} />)
  await userEvent.click(await screen.findByRole('button', { name: words }))
  expect(useOpenedComposer.getState().opened).toEqual({ courseId: course.id, sendTo: [`NOT_WATCHED:${media.id}`] })
})

test('no emails are sent to an archived course', async () => {
  signInAs('TRAINER')
  fakeApi({ media: { getViewers: async () => ({ started: 3, watched: 12, unwatched: 1 }) } })
  renderAt(<ViewCounts media={media} course={{ ...course, status: 'ARCHIVED' }} />)
  await screen.findByText('15 started, 12 finished')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a few weeks are listed, all of them on request; those of other people are only counted', async () => {
  signInAs('TRAINER')
  fakeApi({ media: { getOtherUses: async () => ({ items: [1, 2, 3, 4, 5, 6].map(use), hidden: 2 }) } })
  renderAt(<OtherUses media={media} />)
  const first = await screen.findByRole('link', { name: 'Joints, week 1: Part 1' })
  expect(first.getAttribute('href')).toBe(paths.media.to({ courseId: id(2), weekId: id(31), mediaId: id(11) }))
  expect(screen.getAllByRole('link')).toHaveLength(4)
  expect(screen.getByText('2 weeks in courses of others')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 6' }))
  expect(screen.getAllByRole('link')).toHaveLength(6)
})

const again = 'they start again from the beginning.'

test.each([
  ['nobody has started', { started: 0, watched: 0 }, 100, undefined, null, /^$/],
  ['all have watched it', { started: 0, watched: 2 }, 100, 300, 'info', /^They stay marked/],
  [
    'of unknown length',
    { started: 3, watched: 0 },
    100,
    undefined,
    'warn',
    new RegExp(`^If the new video has a different length, ${again}$`),
  ],
  [
    'of another length',
    { started: 3, watched: 12 },
    100,
    300,
    'warn',
    /^The new video .*start again.* The 12 who have watched it stay marked\.$/,
  ],
  [
    'as long',
    { started: 3, watched: 1 },
    100,
    100.9,
    'info',
    /continue where they stopped\. The student who has watched it stays marked\.$/,
  ],
  ['of a length that nobody can measure', { started: 1, watched: 0 }, 100, null, 'warn', /^They start again/],
  ['in the place of a deleted file', { started: 1, watched: 0 }, null, 100, 'warn', /^They start again/],
  ['a link in the place of another', { started: 1, watched: 0 }, null, null, null, /^$/],
] as const)('%s', (_, viewers, now, next, tone, text) => {
  const words = describeReplacement(viewers, now, next)
  expect(words?.tone ?? null).toBe(tone)
  expect(words?.text ?? '').toMatch(text)
})

test.each([
  ['another one, as long', 100, 100, 'RESTART', 'warn', 'The new video has the same length, but they start again from the beginning.'],
  [
    'the same, cut',
    100,
    80,
    'KEEP',
    'info',
    'The new video has a different length (1:20 instead of 1:40), but they continue where they stopped.',
  ],
  ['the same, of a length that nobody can measure', 100, null, 'KEEP', 'info', 'They continue where they stopped.'],
  [
    'as it would be anyway',
    100,
    80,
    'RESTART',
    'warn',
    'The new video has a different length (1:20 instead of 1:40), so they start again from the beginning.',
  ],
] as const)('who replaces it says that it is %s', (_, now, next, said, tone, text) => {
  expect(describeReplacement({ started: 2, watched: 0 }, now, next, said)).toMatchObject({ tone, text })
})

test('a single person is written in the singular', () => {
  expect(describeReplacement({ started: 1, watched: 0 }, 100, undefined)?.title).toBe('1 person started watching this recording')
  expect(describeReplacement({ started: 3, watched: 0 }, 100, undefined)?.title).toBe('3 people started watching this recording')
})

test('who replaces a file is asked what the new one is only once its length is known, and only if somebody has started', async () => {
  const show = (started: number, next: number | null | undefined) => {
    signInAs('TRAINER')
    fakeApi({ media: { getViewers: async () => ({ started, watched: 2, unwatched: 0 }) } })
    return renderAt(<ReplaceVideoAlert media={media} next={next} onSay={() => undefined} />)
  }
  const unknown = show(3, undefined)
  expect(await screen.findByText(/^If the new video has a different length/)).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  unknown.unmount()
  const finished = show(0, 10)
  expect(await screen.findByText('They stay marked.')).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  finished.unmount()
  show(3, 10)
  expect(await screen.findByRole<HTMLInputElement>('radio', { name: 'The same, corrected: they go on' })).toHaveProperty('checked', true)
})

test('without a file there are no other weeks to ask for', async () => {
  signInAs('TRAINER')
  const called = fakeApi({
    media: { getViewers: async () => ({ started: 0, watched: 0, unwatched: 0 }), getOtherUses: async () => ({ items: [], hidden: 1 }) },
  })
  renderAt(
    <>
      <OtherUses media={{ ...media, url: null }} />
      <ViewCounts media={media} course={course} />
    </>,
  )
  await screen.findByText('Nobody has watched it yet')
  expect(called.map(({ name }) => name)).toEqual(['media.getViewers'])
})
