/** Local storage that never throws: private windows and full disks refuse it, and the product must still work. */

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const localStore = {
  getItem: (name: string): string | null => attempt(() => localStorage.getItem(name), null),
  setItem: (name: string, value: string): void => attempt(() => localStorage.setItem(name, value), undefined),
  removeItem: (name: string): void => attempt(() => localStorage.removeItem(name), undefined),
}
