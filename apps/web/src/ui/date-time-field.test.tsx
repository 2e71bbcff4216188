/** The date field: typing as people do, its calendar by keys, and the sheet on phones. In Lisbon it is still Tuesday 24 November 2026. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { DateTimeField, type DateTimeFieldProps } from './date-time-field.tsx'

const { matchMedia } = window
/** Of the field, once it was changed. */
let value = ''
beforeEach(() => {
  value = '2026-11-22T23:59'
})

function Field(props: Partial<DateTimeFieldProps>) {
  const [due, setDue] = useState('2026-11-22T23:59')
  const change = (next: string): void => {
    value = next
    setDue(next)
  }
  return <DateTimeField id="due" label="Due" zone="Europe/Lisbon" usualTime="23:59" {...props} value={due} onChange={change} />
}

const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Due' })

async function type(text: string, { delay = null }: { delay?: number | null } = {}): Promise<void> {
  const user = userEvent.setup({ delay })
  await user.clear(field())
  await user.type(field(), text)
}

async function openCalendar(): Promise<void> {
  field().focus()
  await userEvent.keyboard('{F4}')
  await screen.findByRole('grid')
  await screen.findByRole('button', { name: /November 2026/, pressed: true })
}

const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? ''

test('what is understood is said while typing, and taken with Enter or on leaving', async () => {
  renderAt(<Field />)
  expect(field().value).toBe('Sun 22 Nov, 23:59')
  await type('tomorrow 9')
  expect(screen.getByRole('status').textContent).toBe('Wed 25 Nov, 09:00Enter')
  expect(value).toBe('2026-11-25T09:00')
  await userEvent.keyboard('{Enter}')
  expect(field().value).toBe('Wed 25 Nov, 09:00')
  expect(screen.getByRole('status').textContent).toBe('')
  await type('18:00')
  await userEvent.tab()
  expect([field().value, value]).toEqual(['Wed 25 Nov, 18:00', '2026-11-25T18:00'])
})

test('+7d counts from the value before typing, however slowly it is typed', async () => {
  renderAt(<Field />)
  await type('+7d', { delay: 60 })
  expect(value).toBe('2026-11-29T23:59')
  await userEvent.tab()
  await type('+7d', { delay: 330 })
  expect(value).toBe('2026-12-06T23:59')
})

test('Enter sends a form only when there is nothing to take', async () => {
  let sent = 0
  const onSubmit = (event: { preventDefault: () => void }): void => {
    event.preventDefault()
    sent += 1
  }
  renderAt(
    <form onSubmit={onSubmit}>
      <Field />
    </form>,
  )
  await type('29 nov')
  await userEvent.keyboard('{Enter}')
  expect(sent).toBe(0)
  await userEvent.keyboard('{Enter}')
  expect(sent).toBe(1)
})

test('a half typed year is no error until the field is left; what is not understood stays', async () => {
  renderAt(<Field />)
  await type('29 Nov 20')
  expect(screen.getByRole('status').textContent).toBe('Sun 29 Nov, year not complete')
  expect(field().getAttribute('aria-invalid')).not.toBe('true')
  await userEvent.tab()
  expect(screen.getByRole('textbox', { name: 'Due', description: 'Enter a year from 2000 to 2100.' })).toBe(field())
  expect(field().value).toBe('29 Nov 20')
  await type('31 Nov')
  await userEvent.tab()
  expect(screen.getByText('November has 30 days. Enter a date such as Sun 29 Nov, 23:59.')).toBeDefined()
  expect(field().getAttribute('aria-invalid')).toBe('true')
})

test('an hour that does not exist or comes twice is a warning, and the zone is named once', async () => {
  renderAt(<Field hasZone />)
  expect(screen.getByRole('textbox', { name: 'Due', description: 'Lisbon time' })).toBeDefined()
  await type('28 mar 2027 1:30')
  await userEvent.tab()
  expect([field().value, value]).toEqual(['Sun 28 Mar 2027, 02:30', '2027-03-28T02:30'])
  expect(screen.getByText('01:30 does not exist on this day: clocks go from 01:00 to 02:00. Set to 02:30.')).toBeDefined()
  await type('31 oct 2027 1:30')
  await userEvent.tab()
  expect(screen.getByText('01:30 happens twice on this day. Set to the first one, before clocks go back.')).toBeDefined()
  expect(field().getAttribute('aria-invalid')).not.toBe('true')
})

test('typing does not open the calendar; its keys lead from day to day, and Escape keeps the old value', async () => {
  renderAt(<Field weeks={[{ number: 6, startsOn: '2026-11-16' }]} first={{ day: '2026-11-09', reason: 'before it opens' }} />)
  await type('22 nov')
  expect(screen.queryByRole('grid')).toBeNull()
  await openCalendar()
  await screen.findByRole('dialog', { name: 'Calendar: Due' })
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('Monday 23 November 2026')
  const steps = {
    '{ArrowUp}': 'Monday 16 November 2026, week 6',
    '{End}': 'Sunday 22 November 2026, week 6',
    '{Home}': 'Monday 16 November 2026, week 6',
  }
  for (const [key, day] of Object.entries(steps)) {
    await userEvent.keyboard(key)
    expect(focused()).toBe(day)
  }
  await userEvent.keyboard('{PageDown}{Shift>}{PageDown}{/Shift}')
  expect(focused()).toBe('Thursday 16 December 2027')
  expect(screen.getByRole('grid', { name: 'December 2027' })).toBeDefined()
  await userEvent.keyboard('t')
  expect(focused()).toBe('Tuesday 24 November 2026, today')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('grid')).toBeNull()
  expect([document.activeElement, value]).toEqual([field(), '2026-11-22T23:59'])
})

test('Enter takes a day with the time that is there; a day that cannot be chosen says why', async () => {
  renderAt(<Field first={{ day: '2026-11-22', reason: 'before it opens' }} />)
  await openCalendar()
  await screen.findByRole('button', { name: 'Saturday 21 November 2026, cannot be chosen: before it opens' })
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(value).toBe('2026-11-22T23:59')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect([document.activeElement, value]).toEqual([field(), '2026-11-23T23:59'])
})

test('times and quick picks', async () => {
  renderAt(<Field picks={[{ label: 'End of week 7', value: '2026-11-29T23:59' }]} />)
  await openCalendar()
  const calendar = within(screen.getByRole('dialog'))
  await userEvent.click(calendar.getByRole('button', { name: '18:00' }))
  expect(value).toBe('2026-11-22T18:00')
  await userEvent.clear(calendar.getByRole('textbox', { name: 'Time' }))
  await userEvent.type(calendar.getByRole('textbox', { name: 'Time' }), '6.30 pm')
  expect(value).toBe('2026-11-22T18:30')
  await userEvent.click(calendar.getByRole('button', { name: /^End of week 7/ }))
  expect([document.activeElement, value]).toEqual([field(), '2026-11-29T23:59'])
})

test('on phones, nothing is set before the button of the sheet', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  renderAt(<Field picks={[{ label: 'End of week 7', value: '2026-11-29T23:59' }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Calendar: Due' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Due' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Thursday 26 November 2026' }))
  expect(sheet.getByRole('button', { name: 'Set Thu 26 Nov, 23:59' })).toBeDefined()
  await userEvent.click(sheet.getByRole('button', { name: 'End of week 7' }))
  expect(value).toBe('2026-11-22T23:59')
  await userEvent.click(sheet.getByRole('button', { name: 'Set Sun 29 Nov, 23:59' }))
  expect(value).toBe('2026-11-29T23:59')
})

/** All of the web app. */
const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

test('no field of the browser asks for a date or time', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  const native = /type=["'{\s]*["']?(date|datetime-local|time|month|week)["']|kind="time"/
  expect(Object.entries(sources).flatMap(([path, text]) => (native.test(text) && !path.endsWith('.test.tsx') ? [path] : []))).toEqual([])
})
