/** What is said of a recording's use on its form: viewers, and the other weeks that share its file. */
import type { Media } from '@lms/contract/media'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { paths } from '#lib/paths.ts'
import { OtherUses, Views } from './media-usage.tsx'

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
  createdAt: '2026-11-12T10:00:00Z',
}
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
  fakeApi({ media: { getViewers: async () => viewers } })
  renderAt(<Views media={media} />)
  expect(await screen.findByText(words)).toBeDefined()
})

test('a few weeks are named, all of them when asked; those of others are counted', async () => {
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
