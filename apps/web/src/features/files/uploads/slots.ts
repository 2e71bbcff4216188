/** So many at once, the rest in the order of their coming. */
import { aborted } from './put.ts'

export type Slots = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const take = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      if (free > 0) {
        free--
        return resolve()
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(aborted())
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(enter)
    })
  const give = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (signal, work) => {
    await take(signal)
    try {
      return await work()
    } finally {
      give()
    }
  }
}
