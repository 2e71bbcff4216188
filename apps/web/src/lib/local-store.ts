/** Local storage that never throws: private windows and full disks reject it, and the product must still work. */

const tryOr = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const localStore = {
  getItem: (name: string): string | null => tryOr(() => localStorage.getItem(name), null),
  setItem: (name: string, value: string): void => tryOr(() => localStorage.setItem(name, value), undefined),
  /** Whether the device stored it. */
  tryStore: (name: string, value: string): boolean =>
    tryOr(() => {
      localStorage.setItem(name, value)
      return true
    }, false),
  removeItem: (name: string): void => tryOr(() => localStorage.removeItem(name), undefined),
  names: (): string[] => tryOr(() => Object.keys(localStorage), []),
}
