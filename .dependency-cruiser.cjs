// Who may import whom, by pattern, so that a new module is covered when it is made; docs/architecture.md has the table.
const tests = '(\\.test\\.tsx?$|/test/)'
const contract = '^packages/contract/src/'
const server = '^apps/server/src/'
const web = '^apps/web/src/'
const schema = `${server}db/schema/`
const services = `${server}services/`
const module_ = '^apps/server/src/modules/([^/]+)/'

/** What each feature of the web app offers to others, besides its calls (api.ts). */
const offered = {
  assignments: ['assignment-meta', 'format', 'group-assignments', 'question', 'use-update-assignment'],
  attendance: ['attendance-status'],
  auth: ['local-links-note', 'new-password'],
  calendar: ['calendar-feed'],
  courses: [
    'catalogue-row',
    'course-cover',
    'course-picker',
    'course-row',
    'format',
    'page-of-course',
    'student-progress-items',
    'use-course',
  ],
  emails: ['composer-store', 'course-emails-section', 'late-parts'],
  files: [
    'file-types',
    'fresh-pictures',
    'image-field',
    'picture-node',
    'picture-tool',
    'recording-drop',
    'unfinished-uploads',
    'upload-row',
    'uploads/file-handles',
    'uploads/types',
    'uploads/use-uploads',
    'use-file-uploads',
    'view/file-view',
    'week-uploads',
  ],
  'join-links': ['enter-join-code', 'join-link-card', 'join-link-line'],
  'live-sessions': ['join-session', 'live-session', 'live-session-card'],
  media: ['caption-style'],
  notices: ['bell', 'notice-settings'],
  questions: ['.+'],
  search: ['search-button'],
  'sign-up-forms': ['sign-up'],
  submissions: ['deleted-submissions', 'grading-queue', 'held-marks', 'student-assignment', 'student-dialogs', 'submission-card'],
  users: ['add-students', 'mail-state', 'people-field', 'remove-from-course', 'remove-students', 'role-labels'],
  weeks: ['add-to-week', 'order', 'use-week', 'week-actions', 'week-block', 'week-item', 'week-plan', 'week-progress'],
}
const offeredFiles = Object.entries(offered).map(
  ([feature, files]) => `${web}features/${feature}/(${files.join('|')})\\.(tsx?|module\\.css)$`,
)

/** Nothing in `from` may import anything in `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never('no-cycles', 'A cycle has no first file to read.', {}, { circular: true }),
    never('resolvable', 'The file does not exist.', {}, { couldNotResolve: true, path: '^([.#]|@lms/)' }),

    never(
      'contract-is-independent',
      'The contract imports zod and itself.',
      { path: contract, pathNot: tests },
      { pathNot: [contract, 'node_modules/zod/'], dependencyTypesNot: ['core'] },
    ),
    never(
      'contract-without-node',
      'The browser loads the contract too.',
      { path: contract, pathNot: `${tests}|/generate-[^/]+\\.ts$` },
      { dependencyTypes: ['core'] },
    ),
    never(
      'no-barrels',
      'Import the file that has it; only the contract has a barrel.',
      { path: '^(apps|packages)/' },
      { path: '/index\\.tsx?$', pathNot: ['node_modules', `${contract}index\\.ts$`] },
    ),
    never('apps-apart', 'Server and web meet in the contract only.', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),

    never(
      'fastify-in-http',
      'Only http/ and app.ts know Fastify.',
      { path: server, pathNot: [`${server}(http/|app\\.ts$)`, tests] },
      { path: '^node_modules/(@fastify/|fastify)' },
    ),
    never(
      'http-knows-no-module',
      'app.ts hands http/ what it needs of the modules.',
      { path: `${server}http/`, pathNot: tests },
      { path: '^apps/server/src/modules/' },
    ),
    never(
      'http-above-all',
      'What handlers speak (contexts, problems, limits) is in call/; only app.ts knows http/.',
      { path: `${server}(modules|access|call|db|services)/`, pathNot: tests },
      { path: `${server}http/` },
    ),
    never(
      'call-below-access',
      'Handlers, access and http/ speak call/; it knows the database and the services only.',
      { path: `${server}call/`, pathNot: tests },
      { path: `${server}(modules|access)/` },
    ),
    never(
      'handlers-in-routes',
      'Only routes.ts and tests import handlers.',
      { path: server, pathNot: [`${server}routes\\.ts$`, tests] },
      { path: '/handlers\\.ts$' },
    ),
    never(
      'handlers-without-tables',
      'Handlers ask queries; tables are theirs alone.',
      { path: `${module_}handlers\\.ts$` },
      { path: schema },
    ),
    never(
      'handlers-without-services',
      'Handlers reach services through ctx; making text safe needs none.',
      { path: `${module_}handlers\\.ts$` },
      { path: services, pathNot: '/services/html\\.ts$' },
    ),
    never(
      'handlers-and-other-modules',
      'Of another module, its queries, its rules, and what says so in its name.',
      { path: `${module_}handlers\\.ts$` },
      {
        path: '^apps/server/src/modules/',
        pathNot: [
          '^apps/server/src/modules/$1/',
          '/(queries|rules|rates|figures|verify|images|removal|notify|decide|assignment-changes)\\.ts$',
        ],
      },
    ),
    never(
      'queries-and-other-modules',
      'Queries know their own module only.',
      { path: `${module_}queries\\.ts$` },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/$1/' },
    ),
    never('queries-without-services', 'Queries are SQL.', { path: `${module_}queries\\.ts$` }, { path: services }),
    never(
      'rules-are-pure',
      'Rules decide; they know shapes of the contract and other rules of their module.',
      { path: `${module_}rules\\.ts$` },
      { pathNot: [contract, '^apps/server/src/modules/$1/rules', 'node_modules/zod/'] },
    ),
    never(
      'services-know-no-module',
      'Services are used by modules.',
      { path: services, pathNot: tests },
      { path: '^apps/server/src/(modules|access|call)/' },
    ),
    never(
      'transactions-in-one-place',
      'Transactions begin in `Database.transaction` alone, which loses no connection; statements built once come from db/drizzle.ts.',
      { path: server, pathNot: [`${server}db/`, tests] },
      { path: '^node_modules/(pg/|drizzle-orm/node-postgres|drizzle-orm/migrator)' },
    ),
    never(
      'database-knows-no-module',
      'The schema and its migrations are below the modules.',
      { path: `${server}db/(schema|embedded)`, pathNot: tests },
      { path: '^apps/server/src/(modules|access|call)/' },
    ),

    never(
      'ui-knows-no-domain',
      'ui/ knows no domain, and of the contract only its pure rules.',
      { path: `${web}ui/`, pathNot: tests },
      { path: [contract, `${web}(features|app)/`], pathNot: `${contract}rules/` },
    ),
    never('lib-below-all', 'lib/ is used by all the rest.', { path: `${web}lib/`, pathNot: tests }, { path: `${web}(features|app|ui)/` }),
    never(
      'features-through-their-doors',
      'Of another feature, its calls (api.ts) and the files that it offers.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: tests },
      {
        path: `${web}features/`,
        pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/api\\.ts$', ...offeredFiles],
      },
    ),
    never(
      'questions-below-features',
      'Assignments and sign-up forms are made of questions/, which knows neither; it shows files.',
      { path: `${web}features/questions/`, pathNot: tests },
      { path: `${web}(features|app)/`, pathNot: `${web}features/(questions|files)/` },
    ),
    never(
      'features-below-app',
      'Only app/ knows which screens there are.',
      { path: `${web}(features|ui|lib)/`, pathNot: tests },
      { path: [`${web}app/`, `${web}main\\.tsx$`] },
    ),
    never(
      'no-tests-in-sources',
      'What is shipped does not import tests.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      { path: tests },
    ),
  ],
  options: {
    // TypeScript 7 has no programming interface; swc reads the sources, and type imports stay visible.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/migrations/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
