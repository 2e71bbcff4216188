/** The frame of every screen: breadcrumbs, title, meta line, actions, content; and the loading state of a whole screen. */

import { Box, Loader, Text, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { create } from 'zustand'
import { FailuresOfPage } from './failures.tsx'
import classes from './page.module.css'

export type PageKind = 'standard' | 'wide' | 'reading' | 'thread' | 'player'

type Props = {
  title: string
  /** The breadcrumb from the root. Items with `to` are links; the last link is the way back on phones. */
  crumbs?: readonly Crumb[]
  /** Facts under the title, each in its own span, 12 px apart. */
  meta?: ReactNode
  /** At most two default buttons and a primary one. */
  actions?: ReactNode
  /** Next to the header, such as a course's cover; hidden on phones. */
  cover?: ReactNode
  /** Under the meta line, such as the steps of an import. */
  below?: ReactNode
  /** The other pages of the same thing, in a row under the header, which has the same height on all of them. */
  tabs?: ReactNode
  /** The way back on phones, if it is not the last link of the breadcrumb. */
  parent?: Crumb | undefined
  kind?: PageKind
  /** The main content if it is more than text, such as a player: shown above the title. */
  stage?: ReactNode
  /** The side column of `standard` and `player`; after the content on phones. */
  side?: ReactNode
  children?: ReactNode
}

function useDocumentTitle(title: string, crumbs: readonly Crumb[]): void {
  // “Week 3 - Data Journalism - LMS”: the most specific name first, because tabs show little; root lists are omitted.
  // Names contained in the title are not repeated: “Edit week 6”, “Edit”, “Week 6”.
  const lowerTitle = title.toLowerCase()
  const above = crumbs.slice(1).flatMap(({ label }) => (lowerTitle.includes(label.toLowerCase()) ? [] : [label]))
  const text = [title, ...above.reverse(), 'LMS'].join(' - ')
  useEffect(() => {
    document.title = text
  }, [text])
}

function usePhoneParent(parent: Crumb | undefined): void {
  const { label, to } = parent ?? {}
  useLayoutEffect(() => {
    usePageParent.setState({ parent: label === undefined ? null : { label, to } })
    return () => usePageParent.setState({ parent: null })
  }, [label, to])
}

/** After a route change the title gets the focus, so that a screen reader starts there; never on the first load. */
export function useTitleFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  // A change of the query alone does not move the focus.
  const seen = useRef(key === 'default' ? pathname : null)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return heading
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <Text component="nav" variant="meta" aria-label="Breadcrumb" className={classes.breadcrumb}>
      <ol>
        {crumbs.map(({ label, to, after }, index) => (
          <Fragment key={`${to ?? ''}${label}`}>
            {index > 0 && <li aria-hidden>/</li>}
            <li>
              {to === undefined ? label : <Link to={to}>{label}</Link>}
              {after}
            </li>
          </Fragment>
        ))}
      </ol>
    </Text>
  )
}

type HeaderProps = Pick<Props, 'title' | 'meta' | 'actions' | 'cover' | 'below' | 'tabs'> & { above?: ReactNode }

/** Characters of titles that fill more than a line of the header above tabs: on phones, and on all screens. */
const [longOnPhones, long] = [24, 40]

const getLength = ({ length }: string): 'long' | 'medium' | undefined => {
  if (length > long) return 'long'
  return length > longOnPhones ? 'medium' : undefined
}

function Header({ title, meta, actions, cover, below, tabs, above }: HeaderProps) {
  const heading = useTitleFocus()
  return (
    <header className={classes.header}>
      {cover && <div className={classes.cover}>{cover}</div>}
      <div className={classes.body}>
        <div className={classes.head}>
          <div className={classes.names}>
            {above}
            <h1 ref={heading} tabIndex={-1} className={classes.title} data-length={getLength(title)}>
              {title}
            </h1>
            {meta && (
              <Text component="div" variant="meta" className={classes.meta}>
                {meta}
              </Text>
            )}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {below && <div className={classes.below}>{below}</div>}
      </div>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
    </header>
  )
}

export function Page({ title, crumbs = [], kind = 'standard', stage, side, parent, children, ...head }: Props) {
  useDocumentTitle(title, crumbs)
  usePhoneParent(parent ?? crumbs.findLast(({ to }) => to !== undefined))
  const breadcrumb = crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />
  const content = stage ? (
    <div className={`${classes.content} ${classes.staged}`}>
      {stage}
      <Header title={title} {...head} />
      {children}
    </div>
  ) : (
    <div className={classes.content}>{children}</div>
  )
  return (
    <FailuresOfPage>
      <div className={`${classes.page} ${classes[kind]} ${head.tabs ? classes.tabbed : ''}`}>
        {stage ? breadcrumb : <Header title={title} above={breadcrumb} {...head} />}
        {side ? (
          <div className={classes.columns}>
            {content}
            <aside className={classes.content}>{side}</aside>
          </div>
        ) : (
          content
        )}
      </div>
    </FailuresOfPage>
  )
}

/** `after`: a button beside it. */
export type Crumb = { label: string; to?: string | undefined; after?: ReactNode }

/** The parent of the current page: set by the page, shown in the top bar on phones. */
export const usePageParent = create<{ parent: Crumb | null }>(() => ({ parent: null }))

export const topBarActionId = 'top-bar-action'

/** The child is an ActionIcon of 44 px. Shows nothing from 768 px on, where there is no top bar. */
export function TopBarAction({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(topBarActionId)), [])
  return place && createPortal(children, place)
}

const fieldSelector = 'input, textarea, select, [contenteditable=true], [role=dialog]'

/**
 * Focuses the first field of a page that is a form: once, on mount. Not on phones and tablets, where the keyboard would cover the start of the page; and never
 * if a field already has the focus.
 */
export function useAutoFocus(id: string): void {
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches || document.activeElement?.closest(fieldSelector)) return
    document.getElementById(id)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is first does not change under somebody's hands
  }, [])
}

/** The blue circular indicator: while a whole screen is loading. */
export function LoadingScreen() {
  return (
    <Box role="status" display="grid" mih="min(60dvh, 480px)" style={{ placeItems: 'center' }}>
      <Loader size={32} aria-hidden />
      <VisuallyHidden>Loading</VisuallyHidden>
    </Box>
  )
}
