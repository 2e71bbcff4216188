/** One sender at a time for each place: who comes later ends the one before, whose line may have died without a word. */

interface Sender {
  stop: () => void
  done: Promise<void>
}

export function createSenders() {
  const senders = new Map<string, Sender>()
  const end = async (place: string): Promise<void> => {
    const found = senders.get(place)
    found?.stop()
    await found?.done
  }

  return {
    /** Cuts whoever sends to a place of this beginning, and waits until they are gone. */
    endAll: async (beginning: string): Promise<void> =>
      void (await Promise.all([...senders.keys()].filter((place) => place.startsWith(beginning)).map(end))),
    /** `stop` cuts the line that `work` reads from. */
    async take<T>(place: string, stop: () => void, work: () => Promise<T>): Promise<T> {
      // Several may have waited for the same one; each of them ends the next.
      while (senders.has(place)) await end(place)
      const { promise: done, resolve } = Promise.withResolvers<void>()
      senders.set(place, { stop, done })
      try {
        return await work()
      } finally {
        senders.delete(place)
        resolve()
      }
    },
  }
}
