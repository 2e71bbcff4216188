/** Fields that still send files: what is published before they have arrived would go without them. */
import { useEffect, useState } from 'react'

/** Reports to the component that shows the field; a field that unmounts is no longer busy. */
export function useReportBusy(isBusy: boolean, onBusy: ((isBusy: boolean) => void) | undefined): void {
  useEffect(() => {
    onBusy?.(isBusy)
    return () => onBusy?.(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new state alone is news, not a new function
  }, [isBusy])
}

export function usePendingUploads() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const track = (field: string) => (isBusy: boolean) =>
    setBusy((now) => (now.has(field) === isBusy ? now : new Set(isBusy ? [...now, field] : [...now].filter((one) => one !== field))))
  return { busy, track }
}

export const formatPendingUploads = 'Wait until the files have arrived, or take them off'
