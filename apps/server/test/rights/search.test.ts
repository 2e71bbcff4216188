/** Every hit of the search opens for who finds it: for each caller of the rights matrix, each hit's own call answers 200. */

import { beforeAll, expect, test } from 'vitest'
import type { Found } from '@lms/contract/search'
import { testApp } from '#test/app.ts'
import { callers, type Caller } from '#test/rights/row.ts'
import { makeWorld, type World } from '#test/rights/world.ts'

const testing = await testApp()
const { app } = testing
let world: World
beforeAll(async () => {
  world = await makeWorld(testing)
})

const ask = (caller: Caller, url: string) =>
  app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${world.tokenOf(caller)}` } })

type Groups = Omit<Found, 'corrected'>
type Hit = Groups[keyof Groups]['items'][number]
type HitOf<G extends keyof Groups> = Groups[G]['items'][number]

/** The call that shows a hit. */
const addresses: { [G in keyof Groups]: (hit: HitOf<G>) => string } = {
  courses: ({ id }) => `/api/courses/${id}`,
  weeks: ({ id, courseId }) => `/api/weeks/${courseId}/${id}`,
  videos: ({ id, courseId }) => `/api/media/course/${courseId}/${id}`,
  sessions: ({ id, courseId }) => `/api/media/course/${courseId}/${id}`,
  assignments: ({ id }) => `/api/assignments/${id}`,
  people: ({ id }) => `/api/users/${id}/overview`,
  discussions: ({ id, courseId }) => `/api/discussion/get-single-discussion/${courseId}/${id}`,
}

test.each(callers.filter((caller) => caller !== '–'))('all that %s finds opens', async (caller) => {
  const found = new Map<string, number>()
  for (const q of ['planted', 'user', 'course', 'week', 'example', 'plantde']) {
    const { corrected: _, ...groups } = (await ask(caller, `/api/search?q=${q}`)).json<Found>()
    for (const [group, { items }] of Object.entries(groups)) {
      for (const hit of items as Hit[]) {
        const toAddress = addresses[group as keyof Groups] as (hit: Hit) => string
        expect((await ask(caller, toAddress(hit))).statusCode, `${group} ${JSON.stringify(hit)}`).toBe(200)
        found.set(group, (found.get(group) ?? 0) + 1)
      }
    }
  }
  expect(found.get('courses'), 'the catalogue').toBeGreaterThan(0)
  const isOutside = caller === 'N'
  expect(found.has('assignments'), 'content of a course').toBe(!isOutside)
  expect(found.has('people'), 'people').toBe(!['S', 'N'].includes(caller))
})
