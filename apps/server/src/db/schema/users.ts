/** People and their sessions. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, type PgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import type { ImportRow, ImportStage, KeptImport, UserChange } from '@lms/contract/users'
import { id, instant, now, sortedText } from '#db/schema/columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    name: sortedText().notNull(),
    /** Trimmed and in lower case. Null once the person is deleted: the address is free again. */
    email: text(),
    /** Argon2id; null until an invited person has chosen one. */
    passwordHash: text(),
    role: text().$type<Role>().notNull().default('USER'),
    status: text().$type<'INVITED' | 'ACTIVE' | 'SUSPENDED'>().notNull().default('ACTIVE'),
    profileImage: text(),
    timeZone: text(),
    preferences: jsonb().$type<Preferences>().notNull().default({}),
    /** Counts the changes of name, role and status: two who edit at once learn of each other (decision 0010). */
    version: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    lastSeenAt: instant(),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_name_idx')
      .on(table.name, table.id)
      .where(sql`deleted_at is null`),
    index('users_role_name_idx')
      .on(table.role, table.name, table.id)
      .where(sql`deleted_at is null`),
    index('users_status_name_idx')
      .on(table.status, table.name, table.id)
      .where(sql`deleted_at is null`),
    index('users_profile_image_idx')
      .on(table.profileImage)
      .where(sql`profile_image is not null`),
    index('users_created_at_idx')
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    // Lists order who was never seen before everybody else.
    index('users_last_seen_at_idx')
      .on(sql`coalesce(${table.lastSeenAt}, '-infinity')`, table.id)
      .where(sql`deleted_at is null`),
    // The migration adds trigram indexes on name and email for the search, where the database has pg_trgm.
  ],
)

/**
 * How many people there are of each role and status, as changes that add up: triggers on `users` append them, so that nobody who is
 * added waits for anybody else, and now and then put them together (decision 0015).
 */
export const userCounts = pgTable('user_counts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  role: text().$type<Role>().notNull(),
  status: text().$type<'INVITED' | 'ACTIVE' | 'SUSPENDED'>().notNull(),
  people: integer().notNull(),
})

/** How far the imports are that run now. UNLOGGED in the migration: nothing is lost with it but a bar (decision 0012). */
export const importProgress = pgTable(
  'import_progress',
  {
    userId: uuid().notNull(),
    importId: uuid().notNull(),
    stage: text().$type<ImportStage>().notNull(),
    done: integer(),
    total: integer(),
    notedAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.importId] }), index('import_progress_noted_at_idx').on(table.notedAt)],
)

/** Results of imports, for the person who sent the file. They hold personal data of people without an account, so they are deleted after a few days (decision 0012). */
export const importResults = pgTable(
  'import_results',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    importId: uuid().notNull(),
    fileName: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** The course may be gone: then the result says none. */
    courseId: uuid(),
    summary: jsonb().$type<KeptImport['summary']>().notNull(),
    skipped: integer().notNull().default(0),
    /** New people were written to. */
    invite: boolean().notNull().default(true),
    /** Those that failed. */
    rows: jsonb().$type<ImportRow[]>().notNull(),
    /** Whom it made, and whom else it enrolled: what can be taken back. */
    made: uuid().array().notNull().default([]),
    enrolled: uuid().array().notNull().default([]),
    undone: jsonb().$type<KeptImport['undone']>(),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId] }),
    index('import_results_user_id_created_at_idx').on(table.userId, table.createdAt),
    index('import_results_created_at_idx').on(table.createdAt),
  ],
)

/** What was changed of a person, written where it is changed (docs/domains/users.md). Courses: the role there, null for not being in it. */
export const userChanges = pgTable(
  'user_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    changedAt: instant().notNull(),
    field: text().$type<UserChange['field']>().notNull(),
    before: text(),
    after: text(),
    /** No foreign key: courses come after people. What is gone is said to be. */
    courseId: uuid(),
  },
  (table) => [index('user_changes_user_id_idx').on(table.userId, table.changedAt, table.id)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the token, hexadecimal: a stolen table signs nobody in. */
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().default(now),
    lastUsedAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
    ip: text(),
    userAgent: text(),
  },
  (table) => [uniqueIndex('sessions_token_hash_key').on(table.tokenHash), index('sessions_user_id_idx').on(table.userId)],
)

/** The address that a picture is shown from: the server looks up where it really is. Null where there is no picture. */
export const imageUrl = (key: PgColumn) => sql<string | null>`'/images/' || ${key}`

/** Columns of a person as others in a course may see them; takes an alias of `users` too. */
export const personOf = <I extends PgColumn, N extends PgColumn>(table: { id: I; name: N; profileImage: PgColumn }) => ({
  id: table.id,
  name: table.name,
  profileImageUrl: imageUrl(table.profileImage),
})
