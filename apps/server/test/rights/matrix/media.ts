/** Rights: videos and live sessions, and the library. */

import type { Row, Rows } from '#test/rights/row.ts'

const video = { title: 'Video', type: 'RECORDED', url: 'https://example.org/video.mp4' }

/* oxfmt-ignore */
const creation = {
  //                            SA  AD  T   T2  S   N   –
  real:                        '201 201 201 403 403 403 401',
  'foreign weekId':            '404 404 404 403 403 403 401',
  'foreign courseId':          '404 404 403 404 403 403 401',
  'draft courseId':            '404 404 404 404 403 403 401',
  'removed weekId':            '404 404 404 403 403 403 401',
  'unknown weekId':            '404 404 404 403 403 403 401',
  'unknown courseId':          '404 404 404 404 403 403 401',
  'malformed weekId':          '404 404 404 404 403 403 401',
  'malformed courseId':        '404 404 404 404 403 403 401',
} as const

/* oxfmt-ignore */
const ofSession = {
  //                            SA  AD  T   T2  S   N   –
  real:                        '200 200 200 403 403 403 401',
  'foreign liveId':            '404 404 404 403 403 403 401',
  'foreign courseId':          '404 404 403 404 403 403 401',
  'unknown liveId':            '404 404 404 403 403 403 401',
  'unknown courseId':          '404 404 404 404 403 403 401',
  'malformed liveId':          '404 404 404 404 403 403 401',
  'malformed courseId':        '404 404 404 404 403 403 401',
} as const

/* oxfmt-ignore */
const ofMediaItem = {
  //                            SA  AD  T   T2  S   N   –
  real:                        '200 200 200 403 403 403 401',
  'foreign mediaId':           '404 404 404 403 403 403 401',
  'foreign courseId':          '404 404 403 404 403 403 401',
  'removed mediaId':           '404 404 404 403 403 403 401',
  'unknown mediaId':           '404 404 404 403 403 403 401',
  'unknown courseId':          '404 404 404 404 403 403 401',
  'malformed mediaId':         '404 404 404 404 403 403 401',
  'malformed courseId':        '404 404 404 404 403 403 401',
} as const

/** The library is for admins, for media of every course. */
/* oxfmt-ignore */
const ofLibrary = (success: number): Row['cells'] => ({
  //                            SA  AD  T   T2  S   N   –
  real:                        `${success} ${success} 403 403 403 403 401`,
  'foreign mediaId':           `${success} ${success} 403 403 403 403 401`,
  'removed mediaId':           '404 404 403 403 403 403 401',
  'unknown mediaId':           '404 404 403 403 403 403 401',
  'malformed mediaId':         '404 404 403 403 403 403 401',
})

/* oxfmt-ignore */
/** Everyone who may watch may write notes; only their writer reads them. */
const notes = (success: number): Row['cells'] => {
  const watchers = `${success} ${success} ${success} 403 ${success} 403 401`
  return {
    //                          SA  AD  T   T2  S   N   –
    real:                       watchers,
    'foreign mediaId':         '404 404 404 403 404 403 401',
    'foreign courseId':        '404 404 403 404 403 403 401',
    'removed mediaId':         '404 404 404 403 404 403 401',
    'unknown mediaId':         '404 404 404 403 404 403 401',
    'unknown courseId':        '404 404 404 404 404 404 401',
    'malformed mediaId':       '404 404 404 404 404 404 401',
    'malformed courseId':      '404 404 404 404 404 404 401',
  }
}
/* oxfmt-ignore */
const ofOneNote = {
  //                            SA  AD  T   T2  S   N   –
  'classmate noteId':          '404 404 404 403 404 403 401',
  'unknown noteId':            '404 404 404 403 404 403 401',
  'malformed noteId':          '404 404 404 404 404 404 401',
} as const

/* oxfmt-ignore */
export const media: Rows = {
  getMedia: {
    call: 32,
    id: 'mediaId',
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 403 200 403 401',
      'foreign mediaId':         '404 404 404 403 404 403 401',
      'foreign courseId':        '404 404 403 404 403 403 401',
      'draft courseId':          '404 404 404 404 404 404 401',
      'removed mediaId':         '404 404 404 403 404 403 401',
      'unknown mediaId':         '404 404 404 403 404 403 401',
      'unknown courseId':        '404 404 404 404 404 404 401',
      'malformed mediaId':       '404 404 404 404 404 404 401',
      'malformed courseId':      '404 404 404 404 404 404 401',
    },
  },
  createMedia: { call: 33, ask: () => ({ body: video }), cells: creation },
  addWeekMedia: {
    call: 10,
    ask: () => ({ body: video }),
    cells: {
      ...creation,
      //                                  SA  AD  T   T2  S   N   –
      'with one of the library':        ['201 201 201 403 403 403 401', ({ mediaId }) => ({ body: { mediaId } })],
      'foreign mediaId':                ['201 201 404 403 403 403 401', ({ mediaId }) => ({ body: { mediaId } })],
      'removed mediaId':                ['404 404 404 403 403 403 401', ({ mediaId }) => ({ body: { mediaId } })],
      'unknown mediaId':                ['404 404 404 403 403 403 401', ({ mediaId }) => ({ body: { mediaId } })],
    },
  },
  removeMedia: {
    call: 34,
    differs: 'deletions answer 204 (product decisions, section 1)',
    cells: { ...ofMediaItem, real: '204 204 204 403 403 403 401' },
  },
  listMedia: { call: 35, cells: { real: '200 200 403 403 403 403 401' } },
  getLibraryMedia: { cells: ofLibrary(200) },
  removeLibraryMedia: { cells: ofLibrary(204) },
  removeMediaFile: {
    call: 36,
    cells: {
      //                          SA  AD  T   T2  S   N   –
      real:                      '200 200 200 404 403 403 401',
      'foreign mediaId':         '200 200 404 200 403 403 401',
      'removed mediaId':         '404 404 404 404 403 403 401',
      'unknown mediaId':         '404 404 404 404 403 403 401',
      'malformed mediaId':       '404 404 404 404 403 403 401',
    },
  },
  updateMedia: {
    call: 37,
    ask: () => ({ body: { title: 'Another title', courseId: crypto.randomUUID() } }),
    cells: ofMediaItem,
  },
  getViewers: { id: 'mediaId', cells: ofMediaItem },
  getOtherUses: { id: 'mediaId', cells: ofMediaItem },
  getStartLink: { id: 'liveId', cells: ofSession },
  retryZoomMeeting: { id: 'liveId', cells: ofSession },
  getMediaOptions: { cells: { real: '200 200 200 200 403 403 401' } },
  listNotes: { cells: notes(200) },
  createNote: { cells: notes(201) },
  updateNote: { id: 'noteId', cells: { ...notes(200), ...ofOneNote } },
  removeNote: { id: 'noteId', cells: { ...notes(204), ...ofOneNote } },
}
