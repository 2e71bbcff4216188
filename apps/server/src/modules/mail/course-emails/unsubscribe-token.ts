/** Signed unsubscribe links for one user and course. They work without a session and never expire. */

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

/** Undefined if it is not signed by us. */
export function readUnsubscribeToken(key: string, token: string): Subscriber | undefined {
  // Compared as written: decoding would ignore trailing characters.
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const all = Buffer.from(token, 'base64url')
  const bytes = all.subarray(0, 32)
  if (!timingSafeEqual(all.subarray(32), sign(key, bytes))) return undefined
  const hex = bytes.toString('hex')
  return { userId: toId(hex.slice(0, 32)), courseId: toId(hex.slice(32)) }
}
