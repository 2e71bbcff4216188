/** What journeys of uploads are made of: recordings, a week to put them on, a slow line, and what the server has in the end. */
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { demo, password } from './people.ts'

export const lecture = join(import.meta.dirname, 'lecture.webm')
export const MiB = 2 ** 20

/** A recording of that size: a real one, and bytes behind its end that no player looks at. */
export async function recording(info: TestInfo, name: string, size: number): Promise<{ path: string; hash: string }> {
  const start = await readFile(lecture)
  const bytes = Buffer.concat([start, randomBytes(size - start.length)])
  const path = info.outputPath(name)
  await writeFile(path, bytes)
  return { path, hash: createHash('sha256').update(bytes).digest('hex') }
}

export type Home = { page: Page; course: string; week: string; get: (url: string) => Promise<unknown> }

/** Where the calls of a test itself go, whatever name the browser has for the product. */
const at = (path: string): string => new URL(path, process.env.BASE_URL).href

async function headersOf(page: Page, email: string): Promise<{ authorization: string }> {
  const { token } = await (await page.request.post(at('/api/auth/login'), { data: { email, password } })).json()
  return { authorization: `Bearer ${token}` }
}

/** A trainer who teaches nothing yet. */
export async function newTrainer(page: Page): Promise<string> {
  const email = `trainer.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { user } = await (await page.request.post(at('/api/auth/register'), { data: { name: 'Tomás Reis', email, password } })).json()
  const headers = await headersOf(page, demo.admin)
  const answer = await page.request.patch(at(`/api/users/update/${user.id}`), { headers, data: { role: 'TRAINER' } })
  if (!answer.ok()) throw new Error(`The role answered ${answer.status()}`)
  return email
}

type HomeOptions = { email?: string; week?: number; weekCount?: number }

/** A trainer with a course of their own, and one of its weeks. */
export async function home(page: Page, title: string, options: HomeOptions = {}): Promise<Home> {
  const { email = demo.trainer, week = 1, weekCount = 1 } = options
  const headers = await headersOf(page, email)
  const body = { title: `${title} ${Date.now().toString(36)}`, mode: 'RECORDED', status: 'PUBLISHED', weekCount }
  const { id: course } = (await (await page.request.post(at('/api/courses'), { headers, data: body })).json()) as { id: string }
  const get = async (url: string): Promise<unknown> => (await page.request.get(at(url), { headers })).json()
  const { weeks } = (await get(`/api/courses/${course}`)) as { weeks: { id: string }[] }
  return { page, course, week: weeks[week - 1]!.id, get }
}

/** The parts that the store took in, the number of the part of each PUT that was begun, and where those went on that had broken off. */
export function countParts(page: Page): { begun: number[]; arrived: number[]; goneOn: number[] } {
  const parts: { begun: number[]; arrived: number[]; goneOn: number[] } = { begun: [], arrived: [], goneOn: [] }
  page.on('request', (request) => {
    const from = Number(new URL(request.url()).searchParams.get('from'))
    if (request.method() === 'PUT' && from > 0) parts.goneOn.push(from)
  })
  const partOf = (url: string): number => Number(new URL(url).searchParams.get('part'))
  page.on('request', (request) => void (request.method() === 'PUT' && partOf(request.url()) > 0 && parts.begun.push(partOf(request.url()))))
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok() && partOf(response.url()) > 0) parts.arrived.push(partOf(response.url()))
  })
  return parts
}

/** Bytes a second that leave, as on a line that people have. */
export async function slow(page: Page, bytes: number): Promise<{ free: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput })
  await line(bytes)
  return { free: async () => void (await line(-1)) }
}

/** Every medium of the week, with the fingerprint of its stored bytes. */
export async function stored({ page, course, week, get }: Home): Promise<{ title: string; hash: string; thumbnail: string | null }[]> {
  const { media } = (await get(`/api/weeks/${course}/${week}`)) as { media: { id: string }[] }
  return Promise.all(
    media.map(async ({ id }) => {
      const medium = (await get(`/api/media/course/${course}/${id}`)) as { title: string; playbackUrl: string; thumbnail: string | null }
      const body = await (await page.request.get(at(medium.playbackUrl))).body()
      return { title: medium.title, thumbnail: medium.thumbnail, hash: createHash('sha256').update(body).digest('hex') }
    }),
  )
}

export const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const addMedia = ({ page, course, week }: Home) => page.goto(`/courses/${course}/weeks/${week}/media`)
