/** Users: filtered, sorted and paged, with actions. */

import { ActionIcon, Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedUser } from '@lms/contract/users'
import { getErrorMessage } from '#lib/api-errors.ts'
import { downloadBlob } from '#lib/download.ts'
import { paths } from '#lib/paths.ts'
import { withParams, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconDownload, IconListCheck, IconPlus } from '#ui/icons.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page, TopBarAction } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { OpenCourseField, useCourseOptions } from '#features/courses/course-picker.tsx'
import { usersQuery } from './api.ts'
import { BulkActions, useChosenPeople } from './bulk-actions.tsx'
import { downloadUsers } from './download-users.ts'
import { formatCount, formatPeople, mayRemove } from './labels.ts'
import { MailNote } from './mail-state.tsx'
import { useUserActions } from './user-actions.tsx'
import {
  useColumns,
  countUserFilters,
  savePageSize,
  noUserFilters,
  rowLimits,
  toUserQuery,
  readUserFilter,
  getInvalidParams,
  type UserFilter,
  FilterChips,
  UserFilters,
} from './user-filters.tsx'
import { UserTable } from './user-table.tsx'
import classes from './users.module.css'

const plus = <IconPlus size={18} stroke={1.75} aria-hidden />
const arrow = <IconDownload size={18} stroke={1.75} aria-hidden />

function useDownload(filter: UserFilter) {
  const [isBusy, setBusy] = useState(false)
  const download = (): void => {
    setBusy(true)
    downloadUsers(filter)
      .then((file) => downloadBlob(file, 'users.csv'))
      .catch((error: unknown) => notify.error(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, download }
}

function useUserList(filter: UserFilter) {
  const list = useQuery({
    ...usersQuery({ query: { ...toUserQuery(filter), page: filter.page, limit: filter.limit } }),
    placeholderData: keepPreviousData,
  })
  // If loading fails, the previous rows stay.
  const [shown, setShown] = useState(list.data)
  if (list.data && list.data !== shown) setShown(list.data)
  const data = list.data ?? shown
  const isFiltered = countUserFilters(filter) > 0 || filter.search !== ''
  const everybody = useQuery({ ...usersQuery({ query: { limit: 1 } }), enabled: isFiltered })
  const matching = data?.total
  const meta =
    matching === undefined
      ? null
      : isFiltered
        ? `${everybody.data ? `${formatPeople(everybody.data.total)}, ` : ''}${formatCount(matching)} match`
        : formatPeople(matching)
  return { list, data, isFailed: list.isError && !list.data, isFiltered, meta }
}

/** On phones rows open users until selecting is turned on; it ends with the selection. */
function useChoosing({ selected, clear }: Pick<ReturnType<typeof useChosenPeople>, 'selected' | 'clear'>) {
  const [isChoosing, setChoosing] = useState(false)
  const isOn = isChoosing || selected.size > 0
  const end = (): void => {
    setChoosing(false)
    clear()
  }
  return { isOn, end, toggle: isOn ? end : () => setChoosing(true) }
}

export function UserListScreen() {
  const { search, change, filter } = useUserFilter()
  const { list, data, isFailed, isFiltered, meta } = useUserList(filter)
  const courses = useCourseOptions(filter.course === 'all' ? null : filter.course).found
  const me = useSession((session) => session.user)
  const isOpen = (person: ListedUser): boolean => me !== null && mayRemove(me, person)
  const total = data?.total ?? 0
  const chosen = useChosenPeople(filter, { rows: list.isPlaceholderData ? undefined : data?.items, total, isOpen })
  const { isBusy, download } = useDownload(filter)
  const rowActions = useUserActions()
  const columns = useColumns()
  const isPhone = useIsPhone()
  const choosing = useChoosing(chosen)
  const last = Math.max(1, Math.ceil(total / filter.limit))

  useEffect(() => {
    if (list.data && !list.isPlaceholderData && filter.page > last) change({ page: last }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer can show that the page does not exist
  }, [list.data])

  const exported = { 'aria-label': `Export ${formatPeople(total)} as CSV` }
  const actions = (
    <>
      {!isPhone && (
        <>
          <Button variant="default" leftSection={arrow} loading={isBusy} disabled={total === 0} onClick={download} {...exported}>
            Export {formatCount(total)}
          </Button>
          <Button variant="default" component={Link} to={paths.usersImport.to()}>
            Import
          </Button>
        </>
      )}
      <Button component={Link} to={paths.userNew.to()} leftSection={plus}>
        Add user
      </Button>
    </>
  )
  const setRows = (limit: string): void => {
    savePageSize(limit)
    change({ limit })
  }
  const items = data?.items ?? []
  return (
    <Page title="Users" kind="wide" meta={<span role="status">{meta}</span>} actions={actions}>
      <TopBarAction>
        <ActionIcon
          size={44}
          {...(choosing.isOn && { variant: 'light' })}
          disabled={items.length === 0}
          aria-label="Choose several people"
          aria-pressed={choosing.isOn}
          onClick={choosing.toggle}
        >
          <IconListCheck size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon size={44} loading={isBusy} disabled={total === 0} onClick={download} {...exported}>
          {arrow}
        </ActionIcon>
      </TopBarAction>
      <Stack gap={12}>
        <MailNote />
        <UserFilters filter={filter} courses={courses} columns={columns} onChange={change} />
        <FormerRows isFormer={list.isPlaceholderData}>
          {list.isPending && <SkeletonRows count={10} />}
          {isFailed && (
            <LoadFailed
              title="The people could not be loaded"
              cause={getErrorMessage(list.error)}
              requestId={list.error?.instance}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          )}
          {list.data && items.length === 0 && filter.page === 1 && (
            <NoPeople isFiltered={isFiltered} onClear={() => change(noUserFilters)}>
              <FilterChips filter={filter} courses={courses} onChange={change} />
            </NoPeople>
          )}
          {items.length > 0 && (
            <>
              <div className={isFailed ? classes.old : undefined} inert={isFailed}>
                <UserTable
                  people={items}
                  sort={filter.sort}
                  sortTo={(sort) => `?${withParams(search, { sort })}`}
                  choice={{ ...chosen, isOpen, isOn: choosing.isOn }}
                  isShown={columns.isShown}
                  onAction={rowActions.ask}
                />
              </div>
              <Pagination
                page={filter.page}
                limit={filter.limit}
                total={total}
                label="Users"
                sizes={{ options: rowLimits, onChange: setRows }}
              />
            </>
          )}
        </FormerRows>
        <BulkActions
          chosen={[...chosen.selected.values()]}
          CourseField={OpenCourseField}
          onClear={choosing.end}
          onDrop={(done) => chosen.change(done, false)}
          selectAll={chosen.selectAll}
          limit={chosen.limit}
        />
      </Stack>
      {rowActions.dialog}
    </Page>
  )
}

type NoPeopleProps = { isFiltered: boolean; onClear: () => void; children: ReactNode }

function NoPeople({ isFiltered, onClear, children }: NoPeopleProps) {
  if (isFiltered) {
    const action = (
      <Stack gap={16} align="flex-start">
        {children}
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      </Stack>
    )
    return (
      <EmptyState isFramed={false} title="Nobody matches" action={action}>
        Remove a filter, or try part of the name or address.
      </EmptyState>
    )
  }
  return <EmptyState title="Nobody here yet">Add people to see them here.</EmptyState>
}

/** The filter of the user list, read from the URL; invalid parameters are removed. */
function useUserFilter() {
  const [search, change] = useSearch()
  useEffect(() => {
    const stray = getInvalidParams(search)
    if (stray) change(stray, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another URL can have other invalid parameters
  }, [search])
  return { search, change, filter: readUserFilter(search) }
}
