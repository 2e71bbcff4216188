/** Stores in memory that hold what one person saw or wrote: the next person at this device starts with empty ones. */
import type { StoreApi, UseBoundStore } from 'zustand'

const resets: (() => void)[] = []

/** For a store whose state belongs to whom is signed in. */
export function personal<T>(store: UseBoundStore<StoreApi<T>>): UseBoundStore<StoreApi<T>> {
  resets.push(() => store.setState(store.getInitialState(), true))
  return store
}

export const emptyPersonalStores = (): void => resets.forEach((reset) => reset())
