/** Cropping a photo: move, zoom, preview and save. */

import { ActionIcon, Box, Button, Slider, Text } from '@mantine/core'
import { useEffect, useState, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconMinus, IconPlus } from '#ui/icons.ts'
import { type Crop, type CropRect, toCropRect, maxZoom, getCenter, zoomTo, pan, getImagePosition, type Size } from './images.ts'
import classes from './crop-dialog.module.css'

type Props = {
  /** The selection; `size` is that of the correctly rotated image. */
  picture: { file: File; size: { width: number; height: number } }
  onUse: (cut: CropRect) => void
  onClose: () => void
  isPending: boolean
  error: string | undefined
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const formatZoom = (zoom: number): string => `${Math.round(zoom * 100)} %`

type ZoomProps = { zoom: number; onChange: (zoom: number) => void }

function Zoom({ zoom, onChange }: ZoomProps) {
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <ActionIcon aria-label="Further away" disabled={zoom <= 1} onClick={() => onChange(zoom - 0.25)}>
        <IconMinus {...icon} />
      </ActionIcon>
      <Slider
        className={classes.slider}
        classNames={{ bar: classes.bar ?? '', thumb: classes.thumb ?? '', track: classes.track ?? '' }}
        thumbLabel="Zoom"
        thumbProps={{ 'aria-valuetext': formatZoom(zoom) }}
        label={null}
        min={1}
        max={maxZoom}
        step={0.05}
        value={zoom}
        onChange={onChange}
      />
      <ActionIcon aria-label="Nearer" disabled={zoom >= maxZoom} onClick={() => onChange(zoom + 0.25)}>
        <IconPlus {...icon} />
      </ActionIcon>
    </div>
  )
}

/** An object URL of the file while it is mounted. */
function useAddress(file: File): string | undefined {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return src
}

export function CropDialog({ picture: { file, size }, onUse, onClose, isPending, error }: Props) {
  const [crop, setCrop] = useState<Crop>(() => getCenter(size))
  const src = useAddress(file)
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={isPending} onClick={() => onUse(toCropRect(size, crop))}>
        Use photo
      </Button>
    </>
  )
  const previews = src && (
    <div className={classes.previews} aria-hidden>
      {[72, 32].map((side) => (
        <span key={side} className={classes.preview} style={{ width: side, height: side }}>
          <CropView src={src} size={size} crop={crop} />
        </span>
      ))}
    </div>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Place your photo" foot={foot}>
      <Text id="crop-help" inherit c="dimmed" lh="md" m="0 0 16px">
        Drag the picture or use the arrow keys; plus and minus zoom. A click puts that place in the middle.
      </Text>
      <div className={classes.stage}>
        {src && <CropFrame src={src} size={size} crop={crop} onChange={setCrop} />}
        {previews}
      </div>
      <Zoom zoom={crop.zoom} onChange={(zoom) => setCrop((now) => zoomTo(size, now, zoom))} />
      {error && (
        <Box mt={16}>
          <Alert tone="bad" role="alert" title={error} />
        </Box>
      )}
    </Dialog>
  )
}

type FrameProps = { src: string; size: Size; crop: Crop; onChange: (change: (now: Crop) => Crop) => void }

/** Share of the side that an arrow key moves by; with Shift the larger one. */
const moveStep = 0.02
const largeMoveStep = 0.1
const zoomStep = 0.1
/** Pixels: less is a click and no drag. */
const clickTolerance = 4

type Point = { x: number; y: number }

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Panning follows the finger, pinching zooms, a click centres. */
function usePointers({ size, onChange }: Pick<FrameProps, 'size' | 'onChange'>) {
  const down = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  const gap = (): number => {
    const [one, other] = [...down.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const onPointerDown = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    travelled.current = 0
  }
  const onPointerMove = (event: PointerEvent): void => {
    const from = down.current.get(event.pointerId)
    if (!from) return
    const [before, frame] = [gap(), event.currentTarget.getBoundingClientRect()]
    const [right, below] = [from.x - event.clientX, from.y - event.clientY]
    down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    travelled.current += Math.hypot(right, below)
    const after = gap()
    if (before > 0 && after > 0) onChange((now) => zoomTo(size, now, (now.zoom * after) / before))
    else onChange((now) => pan(size, now, right / frame.width, below / frame.height))
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (!down.current.delete(event.pointerId) || travelled.current > clickTolerance || event.type === 'pointercancel') return
    const frame = event.currentTarget.getBoundingClientRect()
    const [right, below] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height]
    onChange((now) => pan(size, now, right - 0.5, below - 0.5))
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

function CropFrame({ src, size, crop, onChange }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const pointers = usePointers({ size, onChange })
  useEffect(() => {
    const element = frame.current
    // React adds passive listeners, with which the dialog would scroll as well.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      onChange((now) => zoomTo(size, now, now.zoom * Math.exp(-event.deltaY / 500)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    const far = event.shiftKey ? largeMoveStep : moveStep
    const near = { '+': zoomStep, '=': zoomStep, '-': -zoomStep, _: -zoomStep }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || (!arrow && near === undefined)) return
    event.preventDefault()
    onChange((now) => (arrow ? pan(size, now, arrow[0] * far, arrow[1] * far) : zoomTo(size, now, now.zoom + (near ?? 0))))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no control role has a two-dimensional value; with role=application the arrow keys arrive here
    <div
      ref={frame}
      className={classes.frame}
      role="application"
      aria-label="Part of the picture that is used"
      aria-describedby="crop-help"
      tabIndex={0}
      data-autofocus
      onKeyDown={onKeyDown}
      {...pointers}
    >
      <CropView src={src} size={size} crop={crop} />
      <span className={classes.round} />
    </div>
  )
}

/** The chosen square of the picture, filling its container. */
const CropView = ({ src, size, crop }: Omit<FrameProps, 'onChange'>) => (
  <img className={classes.picture} src={src} alt="" draggable={false} style={getImagePosition(size, crop)} />
)
