/** The local store's signed addresses. */
import type { FastifyInstance } from 'fastify'
import type { Ground } from '#http/mount.ts'

export function addFiles(_app: FastifyInstance, _ground: Ground): void {}
