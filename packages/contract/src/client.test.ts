import { expect, test } from 'vitest'
import { toUrl, ApiProblem, createClient } from '#client.ts'
import { paths } from '#generated/paths.ts'
import { contract, routes } from '#index.ts'

const answering = (response: Response | Error) =>
  createClient(paths, async () => (response instanceof Error ? Promise.reject(response) : response))

test('path and query are encoded, what is undefined is left out', () => {
  expect(toUrl('/api/weeks/:courseId/:weekId', { params: { courseId: 'a/b', weekId: 'c' } })).toBe('/api/weeks/a%2Fb/c')
  expect(toUrl('/api/users', { query: { page: 2, search: 'a&b', role: undefined } })).toBe('/api/users?page=2&search=a%26b')
})

test('the table of the browser is the contract’s', () => {
  for (const { domain, name, route } of routes) {
    expect((paths as Record<string, Record<string, unknown>>)[domain]?.[name]).toEqual({ method: route.method, path: route.path })
  }
  expect(Object.keys(paths)).toEqual(Object.keys(contract))
})

test('a problem document becomes an ApiProblem with its errors', async () => {
  const body = {
    type: '/problems/validation-failed',
    title: 'x',
    status: 422,
    detail: 'Two fields',
    instance: '1',
    errors: [{ pointer: '/email', detail: 'No' }],
  }
  const call = answering(new Response(JSON.stringify(body), { status: 422 })).auth.login({ body: { email: '', password: '' } })
  await expect(call).rejects.toMatchObject({
    problem: 'validation-failed',
    status: 422,
    message: 'Two fields',
    instance: '1',
    errors: body.errors,
  })
})

test('no answer, and the page of some proxy, are problems too', async () => {
  await expect(answering(new TypeError('fetch failed')).courses.listCourses()).rejects.toMatchObject({ problem: 'offline', status: 0 })
  await expect(answering(new Response('<html>', { status: 502 })).courses.listCourses()).rejects.toMatchObject({
    problem: 'unavailable',
    status: 502,
  })
  await expect(answering(new Response('<html>', { status: 413 })).courses.listCourses()).rejects.toMatchObject({
    problem: 'too-large',
    message: 'The server in front refused the size. Your administrator can raise its limit.',
  })
  await expect(answering(new TypeError('x')).courses.listCourses()).rejects.toBeInstanceOf(ApiProblem)
})

test('an answer that breaks off in the middle counts as no answer', async () => {
  const cut = (type: string) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"token":'))
        stream.error(new TypeError('network error'))
      },
    })
    return answering(new Response(body, { headers: { 'content-type': type } }))
  }
  const body = { email: 'ana.li@harbour.example', password: 'quiet desk 20' }
  await expect(cut('application/json').auth.login({ body })).rejects.toMatchObject({ problem: 'offline', status: 0 })
  const query = { courseId: crypto.randomUUID() }
  await expect(cut('text/csv').attendance.exportAttendance({ query })).rejects.toMatchObject({ problem: 'offline', status: 0 })
})

test('an answer without a body is undefined, bytes are a blob', async () => {
  await expect(answering(new Response(null, { status: 204 })).auth.logout()).resolves.toBeUndefined()
  const query = { courseId: crypto.randomUUID() }
  await expect(
    answering(new Response('a,b', { headers: { 'content-type': 'text/csv' } })).attendance.exportAttendance({ query }),
  ).resolves.toBeInstanceOf(Blob)
})
