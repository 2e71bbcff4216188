/** What needs the caller now: on the first page, and in one course. */

import type * as contract from '@lms/contract/home'
import { isAdminRole, isStudentRole } from '@lms/contract/policy'
import type { Handler } from '#call/handler.ts'
import { together } from '#db/drizzle.ts'
import { countInCourse } from '#modules/home/course-counts.ts'
import { findLearnerHome } from '#modules/home/learner.ts'
import { findSchoolHome } from '#modules/home/school.ts'
import { findTeacherHome } from '#modules/home/teacher.ts'

/** Students learn, trainers teach, and admins look after the school; an admin may teach too. */
export const getHome: Handler<typeof contract.getHome> = (ctx) =>
  together(ctx.db, async (db) => {
    const { role } = ctx.actor
    const [learner, teacher, school] = await Promise.all([
      isStudentRole(role) ? findLearnerHome(db, ctx) : null,
      isStudentRole(role) ? null : findTeacherHome(db, ctx),
      isAdminRole(role) ? findSchoolHome(db, ctx) : null,
    ])
    return { learner, teacher, school }
  })

export const getCourseCounts: Handler<typeof contract.getCourseCounts> = (ctx) => together(ctx.db, (db) => countInCourse(db, ctx))
