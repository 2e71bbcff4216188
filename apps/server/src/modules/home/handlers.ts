/** The first page, in one call: what needs the caller now. */

import type * as contract from '@lms/contract/home'
import { isAdminRole, isStudentRole } from '@lms/contract/policy'
import type { Handler } from '#call/handler.ts'
import { findLearnerHome } from '#modules/home/learner.ts'
import { findSchoolHome } from '#modules/home/school.ts'
import { findTeacherHome } from '#modules/home/teacher.ts'

/** Students learn, trainers teach, and admins look after the school; an admin may teach too. */
export const getHome: Handler<typeof contract.getHome> = async (ctx) => {
  const { role } = ctx.actor
  return {
    learner: isStudentRole(role) ? await findLearnerHome(ctx) : null,
    teacher: isStudentRole(role) ? null : await findTeacherHome(ctx),
    school: isAdminRole(role) ? await findSchoolHome(ctx) : null,
  }
}
