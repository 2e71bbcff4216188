/** Tables: the order of their columns, choosing rows, and keys, within the table alone. */

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { choosePreferences } from '#lib/preferences.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { Cell, DataRow, DataTable, NameCell } from './data-table.tsx'
import { IconArrowDown, IconArrowUp } from './icons.ts'

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

test('the sorted column has an arrow in its direction, and its header sorts the other way', () => {
  const columns = [
    { key: 'name', label: 'Name', sortTo: '?sort=-name', sorted: 'asc' as const },
    { key: 'seen', label: 'Last seen', sortTo: '?sort=seen', second: { label: 'Added', sortTo: '?sort=added', sorted: 'desc' as const } },
    { key: 'marks', label: 'Marks', sortTo: '?sort=marks' },
  ]
  renderAt(
    <DataTable label="People" columns={columns}>
      {null}
    </DataTable>,
  )
  const arrows = ['Name', 'Last seen', 'Added', 'Marks'].map((name) => {
    const link = screen.getByRole('link', { name })
    return [link.getAttribute('href'), link.querySelector('svg')?.innerHTML]
  })
  const [up, down] = [IconArrowUp, IconArrowDown].map((Icon) => render(<Icon />).container.querySelector('svg')!.innerHTML)
  expect(arrows).toEqual([
    ['/?sort=-name', up],
    ['/?sort=seen', undefined],
    ['/?sort=added', down],
    ['/?sort=marks', undefined],
  ])
  expect(screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))).toEqual(['ascending', 'other', null])
  expect(screen.getByText(', descending')).toBeDefined()
})

test.each([
  [false, false, [false, false]],
  [false, true, [false, true]],
  [true, true, [true, false]],
])('with all rows chosen %s, some %s, the box above them is checked and half checked: %j', async (isAll, isSome, [isChecked, isHalf]) => {
  const onChange = vi.fn<(isOn: boolean) => void>()
  renderAt(
    <DataTable label="People" columns={[]} choice={{ label: 'Choose all', isAll, isSome, onChange }}>
      {null}
    </DataTable>,
  )
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all' })
  expect([box.checked, box.indeterminate]).toEqual([isChecked, isHalf])
  await userEvent.click(box)
  expect(onChange.mock.calls).toEqual([[!isAll]])
})

test('a click in a row opens it, except on what has an action of its own', async () => {
  const open = vi.fn<() => void>()
  renderAt(
    <DataTable label="People" columns={[]}>
      <DataRow onOpen={open} isCurrent choice={{ label: 'Choose Ana', isOn: false, onChange: () => undefined }}>
        <NameCell name="Ana" to="?ana" />
        <Cell>12 marks</Cell>
        <Cell>
          <button type="button">Delete</button>
        </Cell>
      </DataRow>
    </DataTable>,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Ana' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(screen.getByRole('link', { name: 'Ana' }))
  expect(open).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('12 marks'))
  expect(open).toHaveBeenCalledOnce()
  expect(screen.getByRole('row', { current: true })).toBeDefined()
})

test('j goes to the box of a row without a link; letters in a menu that is rendered elsewhere in the page are not for the table', async () => {
  renderAt(
    <DataTable label="People" columns={[]} hasRowKeys>
      {names.map((name) => (
        <DataRow key={name} choice={{ label: `Choose ${name}`, isOn: false, onChange: () => undefined }}>
          <NameCell name={name} />
          <Cell>{createPortal(<button type="button">Join {name}</button>, document.body)}</Cell>
        </DataRow>
      ))}
    </DataTable>,
  )
  screen.getByRole('region', { name: 'People' }).focus()
  await userEvent.keyboard('jj')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Choose Bo' }))
  const item = screen.getByRole('button', { name: 'Join Bo' })
  item.focus()
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(item)
})
