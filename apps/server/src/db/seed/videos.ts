/** The demo's videos, each with its picture and captions: made by tools/demo-video. */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileTypes } from '@lms/contract/file-types'

/** Durations in seconds. */
export const demoVideoSeconds = { chart: 48, spreadsheet: 32, cleaning: 36, map: 34, request: 29, rates: 36, confounding: 30, joints: 41 }
export type DemoVideoName = keyof typeof demoVideoSeconds

const contentTypes = { webm: 'video/webm', webp: 'image/webp', vtt: 'text/vtt' } as const
type Extension = keyof typeof contentTypes

export interface StoredFile {
  key: string
  name: string
  contentType: string
  bytes: Uint8Array
}

/** The keys of a video's files. */
export interface DemoVideo {
  key: string
  picture: string
  captions: string
  seconds: number
}
export type DemoVideos = Record<DemoVideoName, DemoVideo>

async function readOne(name: string, extension: Extension, owner: string): Promise<StoredFile> {
  const contentType = contentTypes[extension]
  const bytes = await readFile(new URL(`./videos/${name}.${extension}`, import.meta.url))
  return { name: `${name}.${extension}`, contentType, bytes, key: `${fileTypes[contentType]!.kind}/${owner}/${randomUUID()}.${extension}` }
}

/** Null if one is not there. */
export async function readDemoVideos(): Promise<{ files: StoredFile[]; videos: DemoVideos } | null> {
  // The folder of a key is its kind, followed by the owner, who does not exist yet, so the keys use a random id.
  const owner = randomUUID()
  const read = async ([name, seconds]: [string, number]) => {
    const [video, picture, captions] = await Promise.all([
      readOne(name, 'webm', owner),
      readOne(name, 'webp', owner),
      readOne(name, 'vtt', owner),
    ])
    return { name, files: [video, picture, captions], video: { key: video.key, picture: picture.key, captions: captions.key, seconds } }
  }
  try {
    const all = await Promise.all(Object.entries(demoVideoSeconds).map(read))
    const videos = Object.fromEntries(all.map(({ name, video }) => [name, video])) as DemoVideos
    return { files: all.flatMap(({ files }) => files), videos }
  } catch {
    return null
  }
}
