/** Unsorted rows, and the sort keys of a list. */

import type { As, TestApp } from '#test/app.ts'

export type Value = string | number | null
export interface Order {
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of any list
  by: (row: any) => Value
  isDescending?: boolean
  /** Rows without a value come first in ascending order; otherwise last in both directions. */
  isNothingLeast?: boolean
}

export interface List {
  as: As
  params?: object
  query?: object
  total: number
  /** By the name of the sort, without its direction; `default` if there is no choice. */
  orders: Record<string, Order>
}

/** Neither ascending nor descending, so that no order is accidental. */
export const places = [3, 0, 6, 2, 5, 1, 4]
export const day = (place: number): string => `2026-11-${String(10 + place).padStart(2, '0')}T10:00:00.000Z`
/** That many hours ago and one. */
export const ago = ({ clock }: TestApp, place: number): string => new Date(clock.now().getTime() - (1 + place) * 3_600_000).toISOString()
export const letter = (place: number): string => 'ABCDEFG'[place]!

/** One after the other: some orders end with the id, which increases with time. */
export async function each<T>(make: (place: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (const place of places) made.push(await make(place))
  return made
}

export const many = places.length

export async function studentsIn({ given }: TestApp, courseId: string) {
  return each(async (place) => {
    const student = await given.user({ name: `Student ${letter(place)}` })
    await given.member(courseId, student)
    return student
  })
}
