/** Recordings to upload, a new week for them, the network connection, and what arrived. */

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page, type Route, type TestInfo } from '@playwright/test'
import type { Client } from '@lms/contract/client'
import { clientOf, origin } from './client.ts'
import { clientFor, demo, password } from './people.ts'

export const lecture = join(import.meta.dirname, 'lecture.webm')
export const MiB = 2 ** 20
/** Bytes: the smallest file that is sent in parts, of which it has three. Each MiB costs a seventh of a second of CPU time. */
export const inParts = 17 * MiB

/** A recording of that size: a real one, with trailing bytes that players ignore. */
export async function recording(info: TestInfo, name: string, size: number): Promise<{ path: string; hash: string }> {
  const start = await readFile(lecture)
  const bytes = Buffer.concat([start, randomBytes(size - start.length)])
  const path = info.outputPath(name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  return { path, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** Publishes the file chosen just before, once it is listed. */
export async function publish(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'New recordings' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
}

/** A trainer who teaches nothing yet. */
export const newTrainer = () => newStaff('TRAINER')

export async function newStaff(role: 'TRAINER' | 'ADMIN'): Promise<string> {
  const email = `staff.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { user } = await clientOf().auth.register({ body: { name: 'Tomás Reis', email, password } })
  await (await clientFor(demo.superAdmin)).users.updateUser({ params: { id: user.id }, body: { role } })
  return email
}

type Home = { course: string; week: string; addMedia: string; trainer: Client }
type HomeOptions = { email?: string; week?: number; weekCount?: number }

/** A new course for a trainer, one of its weeks, and the path for adding media. */
export async function home(title: string, { email = demo.trainer, week: number = 1, weekCount = 1 }: HomeOptions = {}): Promise<Home> {
  const trainer = await clientFor(email)
  const body = { title: `${title} ${Date.now().toString(36)}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount } as const
  const { id: course, weeks } = await trainer.courses.createCourse({ body })
  const week = weeks![number - 1]!.id
  return { course, week, addMedia: `/courses/${course}/weeks/${week}/media`, trainer }
}

const mediaOf = async ({ course, week, trainer }: Home) =>
  (await trainer.weeks.getWeek({ params: { courseId: course, weekId: week } })).media

/** Every media item of the week, with the fingerprint of its stored bytes. */
export async function stored(mine: Home): Promise<{ title: string; hash: string; thumbnail: string | null }[]> {
  return Promise.all(
    (await mediaOf(mine)).map(async ({ id }) => {
      const { title, thumbnail, playbackUrl } = await mine.trainer.media.getMedia({ params: { courseId: mine.course, id } })
      const answer = await fetch(new URL(playbackUrl!, origin()))
      if (!answer.ok) throw new Error(`${playbackUrl} answered ${answer.status}: ${await answer.text()}`)
      const body = await answer.bytes()
      return { title, thumbnail, hash: createHash('sha256').update(body).digest('hex') }
    }),
  )
}

/** The parts that the store accepted, and the part number of each PUT that was started. */
export function countParts(page: Page): { started: number[]; arrived: number[] } {
  const parts: { started: number[]; arrived: number[] } = { started: [], arrived: [] }
  const partOf = (url: string): number => Number(new URL(url).searchParams.get('part'))
  page.on('request', (request) => {
    if (request.method() === 'PUT' && partOf(request.url()) > 0) parts.started.push(partOf(request.url()))
  })
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok() && partOf(response.url()) > 0) parts.arrived.push(partOf(response.url()))
  })
  return parts
}

/** Bytes per second, as on a typical connection. */
export async function slow(page: Page, bytes: number): Promise<{ free: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput })
  await line(bytes)
  return { free: async () => void (await line(-1)) }
}

export interface Gate {
  /** Lets all through, including held ones. */
  free: () => Promise<void>
  /** Drops held parts; later ones go through. */
  lose: () => void
}

/** Lets that many parts through and holds the others: a connection that stalls at a defined point, however fast the machine is. */
export async function gate(page: Page, parts: number): Promise<Gate> {
  let [room, held] = [parts, [] as Route[]]
  // A request of a closed page cannot be continued.
  const letGo = (routes: Route[]) => Promise.all(routes.map((route) => route.continue().catch(() => undefined)))
  await page.route(
    (url) => url.searchParams.has('part'),
    (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      room -= 1
      return room < 0 ? void held.push(route) : route.continue()
    },
  )
  return {
    free: async () => {
      room = Infinity
      await letGo(held.splice(0))
    },
    lose: () => {
      room = Infinity
      held = []
    },
  }
}

/** The response to a progress report; the start of a video is reported separately. */
export const watchingSaved = (page: Page): Promise<unknown> =>
  page.waitForResponse((answer) => {
    if (!answer.url().includes('mark-video-attendance') || !answer.ok()) return false
    return (answer.request().postDataJSON() as { ranges?: unknown }).ranges !== undefined
  })

export const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })
