/** One writer at a time for each place: a later one stops the one before, whose connection may have died without a word. */

interface Writer {
  stop: () => void
  done: Promise<void>
}

export function createExclusiveWriters() {
  const writers = new Map<string, Writer>()
  const stop = async (place: string): Promise<void> => {
    const found = writers.get(place)
    found?.stop()
    await found?.done
  }

  return {
    /** Stops the writers of all places with this prefix, and waits until they are done. */
    stopAll: async (prefix: string): Promise<void> =>
      void (await Promise.all([...writers.keys()].filter((place) => place.startsWith(prefix)).map(stop))),
    /** `stopWork` cuts the connection that `work` reads from. */
    async run<T>(place: string, stopWork: () => void, work: () => Promise<T>): Promise<T> {
      // Several may have waited for the same one; each of them stops the next.
      while (writers.has(place)) await stop(place)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      writers.set(place, { stop: stopWork, done })
      try {
        return await work()
      } finally {
        writers.delete(place)
        resolve()
      }
    },
  }
}
