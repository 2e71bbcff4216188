/** How fast bytes leave, over the last seconds, and how long the rest will take. */

/** Milliseconds that the speed is taken over: long enough to be calm, short enough to follow a change of network. */
const span = 8000
/** Milliseconds before there is a speed at all. */
const patience = 1500

export type Meter = { note: (bytes: number) => void; speed: () => number | null }

export function createMeter(now: () => number = () => performance.now()): Meter {
  let samples: { at: number; bytes: number }[] = []
  return {
    note: (bytes) => {
      const at = now()
      samples = [...samples.filter((sample) => at - sample.at <= span), { at, bytes }]
    },
    /** Bytes a second; null while nothing can be said. */
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < patience || last.bytes <= first.bytes) return null
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
    },
  }
}
