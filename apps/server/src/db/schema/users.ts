/** Users, their sessions and calendar feeds, and how they sign in. */

import { sql, type SQL } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, type PgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '@lms/contract/policy'
import type { Preferences } from '@lms/contract/preferences'
import type { ImportRow, ImportStage, StoredImport, UserChange } from '@lms/contract/users'
import { id, instant, now, searchText, sortedText } from '#db/schema/columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    name: sortedText().notNull(),
    /** Trimmed and in lower case. Null once the user is deleted: the address is free again. */
    email: text(),
    /** Argon2id; null until an invited user has chosen a password. */
    passwordHash: text(),
    role: text().$type<Role>().notNull().default('USER'),
    status: text().$type<'INVITED' | 'ACTIVE' | 'SUSPENDED'>().notNull().default('ACTIVE'),
    profileImage: text(),
    timeZone: text(),
    preferences: jsonb().$type<Preferences>().notNull().default({}),
    /** Made by the demo, with its public password. */
    isDemo: boolean().notNull().default(false),
    /** Counts the changes of name, email, role and status, to detect concurrent edits (decision 0010). */
    version: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    lastSeenAt: instant(),
    deletedAt: instant(),
    /** Name and email, on a line each. */
    searchText: searchText(`fold_text(name || chr(10) || coalesce(email, ''))`),
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
    // Lists sort users who never signed in first.
    index('users_last_seen_at_idx')
      .on(sql`coalesce(${table.lastSeenAt}, '-infinity')`, table.id)
      .where(sql`deleted_at is null`),
  ],
)

/**
 * Number of users by role and status, as changes that add up: triggers on `users` append rows, so that concurrent inserts do not
 * wait for each other, and occasionally merge them (decision 0015).
 */
export const userCounts = pgTable('user_counts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  role: text().$type<Role>().notNull(),
  status: text().$type<'INVITED' | 'ACTIVE' | 'SUSPENDED'>().notNull(),
  delta: integer().notNull(),
})

/** Progress of running imports. UNLOGGED in the migration: only a progress bar would be lost (decision 0012). */
export const importProgress = pgTable(
  'import_progress',
  {
    userId: uuid().notNull(),
    importId: uuid().notNull(),
    stage: text().$type<ImportStage>().notNull(),
    done: integer(),
    total: integer(),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.importId] }), index('import_progress_updated_at_idx').on(table.updatedAt)],
)

/** Results of imports, for the user who uploaded the file. They contain personal data of people without an account, so they are deleted after a few days (decision 0012). */
export const importResults = pgTable(
  'import_results',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    importId: uuid().notNull(),
    fileName: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** Null if the course was deleted. */
    courseId: uuid(),
    summary: jsonb().$type<StoredImport['summary']>().notNull(),
    skipped: integer().notNull().default(0),
    /** New users got an invitation by email. */
    invite: boolean().notNull().default(true),
    /** The failed rows. */
    rows: jsonb().$type<ImportRow[]>().notNull(),
    /** The ids of created users, and of others who were enrolled: what can be undone. */
    createdUserIds: uuid().array().notNull().default([]),
    enrolledUserIds: uuid().array().notNull().default([]),
    undoResult: jsonb().$type<StoredImport['undone']>(),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId] }),
    index('import_results_user_id_created_at_idx').on(table.userId, table.createdAt),
    index('import_results_created_at_idx').on(table.createdAt),
  ],
)

/** The history of changes to a user, written with each change (docs/domains/users.md). For courses: the role in them; null for none. */
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
    /** No foreign key: courses are defined after users. A deleted course is shown as deleted. */
    courseId: uuid(),
  },
  (table) => [index('user_changes_user_id_idx').on(table.userId, table.changedAt, table.id)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the token, hexadecimal: a stolen table cannot be used to sign in. */
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

/** The public URL of a picture; the server resolves where it is stored. Null without a picture. */
export const imageUrl = (key: PgColumn) => sql<string | null>`'/images/' || ${key}`

/** A user as they and staff see them. Users who are not deleted have an email. */
export const accountColumns = {
  id: users.id,
  name: users.name,
  email: sql<string>`${users.email}`,
  role: users.role,
  profileImage: users.profileImage,
  profileImageUrl: imageUrl(users.profileImage),
  status: users.status,
  timeZone: users.timeZone,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
}

/** Columns of a user that others in a course may see; also takes an alias of `users`. */
/** A person in JSON, of users `table` in a statement in SQL; null without one. */
export const personJson = (table: SQL): SQL =>
  sql`case when ${table}.id is not null then json_build_object('id', ${table}.id, 'name', ${table}.name, 'profileImageUrl', '/images/' || ${table}.profile_image) end`

export const userColumns = <I extends PgColumn, N extends PgColumn>(table: { id: I; name: N; profileImage: PgColumn }) => ({
  id: table.id,
  name: table.name,
  profileImageUrl: imageUrl(table.profileImage),
})

/**
 * One row per email and requesting source: a new code replaces the one requested from the same source. Emails without an
 * account have rows too, with a code that is never sent, so that tries are counted alike for all.
 */
export const otpCodes = pgTable(
  'otp_codes',
  {
    email: text().notNull(),
    /** The source of the request, as in `sign_in_sources`. */
    source: text().notNull(),
    /** Random; the hash is SHA-256 of salt and code, hexadecimal. */
    salt: text().notNull(),
    codeHash: text().notNull(),
    /** Tries from the requesting source, right or wrong, and from all others together: strangers cannot use up the former. */
    attempts: integer().notNull().default(0),
    attemptsElsewhere: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.email, table.source] }), index('otp_codes_expires_at_idx').on(table.expiresAt)],
)

/** Sources that an account has signed in from, which limits distinguish from strangers. */
export const signInSources = pgTable(
  'sign_in_sources',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `network:` and an address prefix, or `device:` and the SHA-256 of the device's cookie. */
    source: text().notNull(),
    lastSignInAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] }), index('sign_in_sources_last_sign_in_at_idx').on(table.lastSignInAt)],
)

type TokenKind = 'RESET' | 'INVITATION' | 'CONFIRM_EMAIL' | 'STOP_EMAIL'

/**
 * One of each kind per user: a new one replaces the old one; but every address that a user had keeps its links to stop a change.
 * Rows are deleted when they are used.
 */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<TokenKind>().notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull(),
    /** CONFIRM_EMAIL: the new address, to which the link went. STOP_EMAIL: the old one. */
    address: text(),
    /** Who asked for the change of an address. */
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('one_time_tokens_token_hash_key').on(table.tokenHash),
    uniqueIndex('one_time_tokens_user_id_kind_key')
      .on(table.userId, table.kind)
      .where(sql`kind <> 'STOP_EMAIL'`),
    index('one_time_tokens_user_id_idx').on(table.userId),
    index('one_time_tokens_address_idx')
      .on(table.address)
      .where(sql`kind = 'STOP_EMAIL'`),
    index('one_time_tokens_expires_at_idx').on(table.expiresAt),
  ],
)

/** The secret URLs of users' calendar feeds. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In plain text, so that it can be shown again: it only opens calendars of this database (docs/domains/calendar.md). */
    token: text().notNull(),
    createdAt: instant().notNull().default(now),
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token_key').on(table.token)],
)
