/** Lists that keep the rows of the former filter while those of the new one are loaded: nothing can be done with these rows. */

import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { RefetchIndicator } from './loading.tsx'

const IsFormer = createContext(false)

export const useHasFormerRows = (): boolean => use(IsFormer)

/** For the element around the rows alone: the head of a table, which sorts, keeps the focus. */
export function useFormerRowsProps(): { inert?: true; 'aria-busy'?: true } {
  return useHasFormerRows() ? { inert: true, 'aria-busy': true } : {}
}

type Props = {
  /** Of the query: `isPlaceholderData`. */
  isFormer: boolean
  children: ReactNode
}

/** Around such a list, whose rows are those of a DataTable, Rows, or an element with `useFormerRowsProps`. */
export const FormerRows = ({ isFormer, children }: Props) => (
  <IsFormer value={isFormer}>
    <RefetchIndicator isActive={isFormer} />
    {children}
  </IsFormer>
)

/** For lists without a head. */
export const PlainRows = (props: ComponentProps<'div'>) => <div {...props} {...useFormerRowsProps()} />
