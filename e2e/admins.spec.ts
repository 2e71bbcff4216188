/** The limits of an admin: super admins, in the list, by URL, and in the API. */
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const forbidden = 'You do not have access to this page'

test('an admin cannot open or change a super admin', async ({ browser }) => {
  const page = await signedIn(browser, demo.admin)
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('auth-storage')!) as { state: { token: string } }).state.token)
  const send = (method: string, path: string, data?: object) =>
    page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, ...(data && { data }) })
  const find = async (search: string) => {
    const answer = await send('GET', `/api/users?${new URLSearchParams({ search })}`)
    return ((await answer.json()) as { items: { id: string; name: string; lastSeenAt: string | null }[] }).items[0]!
  }
  const root = await find(demo.superAdmin)
  const me = await find(demo.admin)
  const student = await find(demo.student)
  const state = async () => ({ ...((await (await send('GET', `/api/users/${root.id}`)).json()) as object), lastSeenAt: null })
  const before = await state()

  await test.step('the list offers no actions', async () => {
    await page.goto(`/users?${new URLSearchParams({ page: '1', role: 'SUPER_ADMIN', course: 'all' })}`)
    const row = page.getByRole('row').filter({ hasText: demo.superAdmin })
    await expect(row).toBeVisible()
    // Selecting all skips users who may not be changed.
    await page.getByRole('checkbox', { name: 'All on this page' }).click()
    await expect(page.getByText(/\d selected/)).toHaveCount(0)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View'])
    await page.getByRole('menuitem', { name: 'View' }).click()
    await expect(page.getByRole('heading', { level: 1, name: root.name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  })

  await test.step('the address of the edit page is closed, and says why', async () => {
    await page.goto(`/users/${root.id}/edit`)
    await expect(page.getByRole('heading', { name: forbidden })).toBeVisible()
    await expect(page.getByText('Only a super admin may change an admin.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Save|Delete|Send/ })).toHaveCount(0)
  })

  await test.step('adding offers neither role', async () => {
    await page.goto('/users/add-single-users')
    await expect(page.getByRole('radio', { name: 'Trainer' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /admin/i })).toHaveCount(0)
  })

  await test.step('the calls are refused', async () => {
    const attempts: [string, string, object?][] = [
      ['PATCH', `/api/users/update/${root.id}`, { name: 'Mallory' }],
      ['PATCH', `/api/users/update/${root.id}`, { role: 'USER' }],
      ['PATCH', `/api/users/update/${root.id}`, { status: 'SUSPENDED' }],
      ['DELETE', `/api/users/delete-user/${root.id}`],
      ['POST', `/api/users/resend-invitation/${root.id}`],
      ['PATCH', `/api/users/update/${student.id}`, { role: 'SUPER_ADMIN' }],
      ['PATCH', `/api/users/update/${student.id}`, { role: 'ADMIN' }],
      ['PATCH', `/api/users/update/${me.id}`, { role: 'SUPER_ADMIN' }],
      ['POST', '/api/users/add-single-user', { name: 'Mallory', email: 'mallory@example.org', role: 'SUPER_ADMIN' }],
    ]
    for (const [method, path, body] of attempts) {
      const answer = await send(method, path, body)
      expect(answer.status(), `${method} ${path} ${JSON.stringify(body)}`).toBe(403)
      expect(answer.headers()['content-type']).toContain('application/problem+json')
    }
    // Fields ignored for a profile are ignored here too.
    expect((await send('PATCH', '/api/users/update-me', { role: 'SUPER_ADMIN' })).ok()).toBe(true)
  })

  expect(await state()).toEqual(before)
  expect(await find(demo.admin)).toMatchObject({ id: me.id, role: 'ADMIN' })
  expect(await find(demo.student)).toMatchObject({ id: student.id, role: 'USER' })
  expect(await find('mallory')).toBeUndefined()
})
