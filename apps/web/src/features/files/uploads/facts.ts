/** Reads a recording while it leaves: its length, and a picture that is stored beside it. */
import { readRecording } from '../recording.ts'
import { sendFile, type SendOptions } from './send.ts'
import type { Facts } from './types.ts'

export type ReadFacts = (file: File, options: SendOptions, onStill: (url: string) => void) => Promise<Facts>

/** A recording without a picture is as good as one with it: no failure of the picture stops the rest. */
export const readFacts: ReadFacts = async (file, options, onStill) => {
  const { seconds, still } = await readRecording(file)
  if (!still) return { durationSeconds: seconds, thumbnail: null }
  onStill(URL.createObjectURL(still))
  const thumbnail = await sendFile(still, options).catch(() => null)
  return { durationSeconds: seconds, thumbnail }
}
