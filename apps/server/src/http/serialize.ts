/** Replies leave through their schema: what the contract does not name never leaves. */
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) =>
  schema instanceof z.ZodType ? (value) => JSON.stringify(schema.parse(value)) : (value) => JSON.stringify(value)
