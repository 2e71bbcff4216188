/** Courses as the server lists and finds them. */

import type { Client } from '@lms/contract/client'
import type { Course } from '@lms/contract/courses'
import { FakeProblem } from './fake-api.ts'

export const courseCalled = (title: string, index = 0): Course => ({
  id: `0198f6a0-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
  title,
  coverImage: null,
  coverImageUrl: null,
  mode: 'LIVE',
  status: 'PUBLISHED',
  enrolment: 'OPEN',
  startsOn: null,
  endsOn: null,
  timeZone: 'UTC',
  seats: null,
  trainers: [],
  weekCount: 0,
  studentCount: 0,
  membership: null,
  description: '',
  requireVideo: false,
  version: 0,
  plan: [],
})

/** In the order of the titles given. */
export function courseList(titles: readonly string[]) {
  const all = titles.map((title, index) => courseCalled(title, index))
  const find: Client['courses']['listCourses'] = ({ query } = {}) => {
    const [search, limit] = [query?.search ?? '', Number(query?.limit ?? 20)]
    const matching = all.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
    return Promise.resolve({ items: matching.slice(0, limit), page: 1, limit, total: matching.length })
  }
  const get: Client['courses']['getCourse'] = ({ params }) => {
    const found = all.find(({ id }) => id === params.id)
    return found ? Promise.resolve(found) : Promise.reject(new FakeProblem(404, 'not-found'))
  }
  return { all, find, get }
}

export const manyCourses = (count: number) =>
  courseList(Array.from({ length: count }, (_, n) => `Course ${String(n + 1).padStart(3, '0')}`))
