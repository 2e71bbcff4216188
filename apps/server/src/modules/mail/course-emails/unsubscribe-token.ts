/** Links that stop a course's emails for one person: who and which course, signed, so that they work without a session and never end. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Subscriber {
  userId: string
  courseId: string
}

const toBytes = ({ userId, courseId }: Subscriber) => Buffer.from((userId + courseId).replaceAll('-', ''), 'hex')
const toId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** 128 bits of HMAC-SHA-256. */
const sign = (key: string, bytes: Buffer) => createHmac('sha256', key).update('unsubscribe:').update(bytes).digest().subarray(0, 16)

export function unsubscribeToken(key: string, subscriber: Subscriber): string {
  const bytes = toBytes(subscriber)
  return Buffer.concat([bytes, sign(key, bytes)]).toString('base64url')
}

/** Undefined for what was not signed here. */
export function readUnsubscribeToken(key: string, token: string): Subscriber | undefined {
  // Exactly as it was written: decoding would overlook letters at its end.
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const all = Buffer.from(token, 'base64url')
  const bytes = all.subarray(0, 32)
  if (!timingSafeEqual(all.subarray(32), sign(key, bytes))) return undefined
  const hex = bytes.toString('hex')
  return { userId: toId(hex.slice(0, 32)), courseId: toId(hex.slice(32)) }
}
