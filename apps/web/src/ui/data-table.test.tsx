/** Keys of a table: from row to row, and choosing, within the table alone. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { choosePreferences } from '#lib/preferences.ts'
import { DataRow, DataTable, NameCell } from './data-table.tsx'

const names = ['Ana', 'Bo', 'Chloé']

function People() {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <>
      <input aria-label="Search" />
      <DataTable label="People" columns={[{ key: 'name', label: 'Name' }]} hasRowKeys>
        {names.map((name) => (
          <DataRow
            key={name}
            choice={{
              label: `Choose ${name}`,
              isOn: chosen.includes(name),
              onChange: (isOn) => setChosen(isOn ? [...chosen, name] : chosen.filter((one) => one !== name)),
            }}
          >
            <NameCell name={name} to={`/${name}`} />
          </DataRow>
        ))}
      </DataTable>
    </>
  )
}

test('j and k go along the rows and stop at the ends; x chooses; Enter opens', async () => {
  const { router } = renderAt(<People />)
  const user = userEvent.setup()
  const focused = () => document.activeElement?.textContent
  screen.getByRole('region', { name: 'People' }).focus()
  await user.keyboard('j')
  expect(focused()).toBe('Ana')
  await user.keyboard('jjj')
  expect(focused()).toBe('Chloé')
  await user.keyboard('k')
  expect(focused()).toBe('Bo')
  await user.keyboard('x')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Bo' }).checked).toBe(true)
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/Bo')
})

test('outside the table the letters do nothing', async () => {
  renderAt(<People />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Search'), 'jxk')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('jxk')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(false)
})

test('with shortcuts turned off, letters move nothing and no hint names them', async () => {
  fakeApi({})
  signInAs('ADMIN')
  choosePreferences({ letterKeys: false })
  renderAt(<People />)
  const table = screen.getByRole('region', { name: 'People' })
  expect(table.getAttribute('aria-keyshortcuts')).toBeNull()
  table.focus()
  await userEvent.keyboard('jx')
  expect(document.activeElement).toBe(table)
})
