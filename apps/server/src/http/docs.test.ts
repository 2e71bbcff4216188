/** The API docs: under the same security policy as the app, so that they work over plain HTTP in a school network. */

import { expect, test } from 'vitest'
import { openApiDocument } from '#http/openapi.ts'
import { testApp } from '#test/app.ts'

test.each([
  ['http://lms.school.example', false],
  ['https://lms.example.org', true],
])('with PUBLIC_URL=%s', async (PUBLIC_URL, isSecure) => {
  const { app } = await testApp({ PUBLIC_URL })
  const policyOf = async (url: string) => {
    const { statusCode, headers } = await app.inject(url)
    return [statusCode, headers['content-security-policy'], headers['strict-transport-security'] !== undefined]
  }
  const own = await policyOf('/api/health')
  expect(own).toEqual([200, expect.stringContaining("default-src 'self'"), isSecure])
  expect(own[1]).not.toContain('upgrade-insecure-requests')
  for (const url of ['/api/docs', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/static/swagger-initializer.js'])
    expect(await policyOf(url)).toEqual(own)
})

test('every call with a body says that it may arrive too slowly', async () => {
  const { paths } = (await openApiDocument()) as { paths: Record<string, Record<string, { requestBody?: object; responses: object }>> }
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  const withBody = calls.filter(({ requestBody }) => requestBody !== undefined)
  expect(withBody.length).toBeGreaterThan(50)
  expect(withBody.filter(({ responses }) => !('408' in responses))).toEqual([])
})
