/** Method and path of each call. Made from the contract by `npm run docs`; do not edit. */
export const paths = {
  "auth": {
    "acceptInvitation": {
      "method": "POST",
      "path": "/api/auth/accept-invitation"
    },
    "generateOtp": {
      "method": "POST",
      "path": "/api/otp/generate"
    },
    "getSignInOptions": {
      "method": "GET",
      "path": "/api/auth/options"
    },
    "listSessions": {
      "method": "GET",
      "path": "/api/auth/sessions"
    },
    "login": {
      "method": "POST",
      "path": "/api/auth/login"
    },
    "logout": {
      "method": "POST",
      "path": "/api/auth/logout"
    },
    "register": {
      "method": "POST",
      "path": "/api/auth/register"
    },
    "removeOtherSessions": {
      "method": "DELETE",
      "path": "/api/auth/sessions"
    },
    "removeSession": {
      "method": "DELETE",
      "path": "/api/auth/sessions/:id"
    },
    "resetPassword": {
      "method": "PATCH",
      "path": "/api/users/reset-password"
    },
    "verifyOtp": {
      "method": "POST",
      "path": "/api/otp/verify"
    }
  },
  "users": {
    "addUser": {
      "method": "POST",
      "path": "/api/users/add-single-user"
    },
    "getImportTemplate": {
      "method": "GET",
      "path": "/api/users/import-template"
    },
    "getUser": {
      "method": "GET",
      "path": "/api/users/:id"
    },
    "importUsers": {
      "method": "POST",
      "path": "/api/users/add-bulk-users"
    },
    "listCourseStudents": {
      "method": "GET",
      "path": "/api/users/course/:courseId/students"
    },
    "listUsers": {
      "method": "GET",
      "path": "/api/users"
    },
    "removeUser": {
      "method": "DELETE",
      "path": "/api/users/delete-user/:id"
    },
    "resendInvitation": {
      "method": "POST",
      "path": "/api/users/resend-invitation/:id"
    },
    "updateMe": {
      "method": "PATCH",
      "path": "/api/users/update-me"
    },
    "updateUser": {
      "method": "PATCH",
      "path": "/api/users/update/:id"
    }
  },
  "courses": {
    "createCourse": {
      "method": "POST",
      "path": "/api/courses"
    },
    "enroll": {
      "method": "POST",
      "path": "/api/courses/:id/enroll"
    },
    "getCourse": {
      "method": "GET",
      "path": "/api/courses/:id"
    },
    "getProgress": {
      "method": "GET",
      "path": "/api/courses/progress/:id"
    },
    "listCourseProgress": {
      "method": "GET",
      "path": "/api/courses/get-course-progress"
    },
    "listCourses": {
      "method": "GET",
      "path": "/api/courses"
    },
    "listMyCourses": {
      "method": "GET",
      "path": "/api/courses/enrolled"
    },
    "removeCourse": {
      "method": "DELETE",
      "path": "/api/courses/:id"
    },
    "updateCourse": {
      "method": "PATCH",
      "path": "/api/courses/:id"
    }
  },
  "weeks": {
    "createWeek": {
      "method": "POST",
      "path": "/api/weeks/:courseId"
    },
    "getWeek": {
      "method": "GET",
      "path": "/api/weeks/:courseId/:weekId"
    },
    "removeCourseWeek": {
      "method": "DELETE",
      "path": "/api/courses/:courseId/weeks/:weekId"
    },
    "removeWeek": {
      "method": "DELETE",
      "path": "/api/weeks/:courseId/:weekId"
    },
    "updateWeek": {
      "method": "PUT",
      "path": "/api/weeks/:courseId/:weekId"
    }
  },
  "media": {
    "addWeekMedia": {
      "method": "POST",
      "path": "/api/courses/:courseId/weeks/:weekId/media"
    },
    "createMedia": {
      "method": "POST",
      "path": "/api/media/course/:courseId/week/:weekId"
    },
    "getMedia": {
      "method": "GET",
      "path": "/api/media/course/:courseId/:id"
    },
    "listMedia": {
      "method": "GET",
      "path": "/api/media/all"
    },
    "removeMedia": {
      "method": "DELETE",
      "path": "/api/media/delete/course/:courseId/:mediaId"
    },
    "removeMediaFile": {
      "method": "PATCH",
      "path": "/api/media/delete-from-s3/:mediaId"
    },
    "updateMedia": {
      "method": "PATCH",
      "path": "/api/media/update/:courseId/:mediaId"
    }
  },
  "files": {
    "completeMultipart": {
      "method": "POST",
      "path": "/api/aws/multipart/complete"
    },
    "initMultipart": {
      "method": "POST",
      "path": "/api/aws/multipart/init"
    },
    "presignPart": {
      "method": "GET",
      "path": "/api/aws/multipart/get-upload-url"
    },
    "presignUpload": {
      "method": "GET",
      "path": "/api/aws/presigned-url"
    },
    "removeFile": {
      "method": "DELETE",
      "path": "/api/aws/delete-file"
    }
  },
  "attendance": {
    "checkVideoAttendance": {
      "method": "GET",
      "path": "/api/attendance/check-video-attendance/:courseId/:weekId/:mediaId"
    },
    "exportAttendance": {
      "method": "GET",
      "path": "/api/attendance/export-attendance"
    },
    "getCourseAttendance": {
      "method": "GET",
      "path": "/api/attendance/get-course-attendance/course/:courseId/week/:weekId"
    },
    "markBulkAttendance": {
      "method": "POST",
      "path": "/api/attendance/mark-bulk-attendance/course/:courseId/week/:weekId"
    },
    "markLiveAttendance": {
      "method": "PUT",
      "path": "/api/attendance/mark-live-attendance"
    },
    "markVideoAttendance": {
      "method": "PUT",
      "path": "/api/attendance/mark-video-attendance"
    }
  },
  "assignments": {
    "createAssignment": {
      "method": "POST",
      "path": "/api/assignments/:courseId/:weekId"
    },
    "getAssignment": {
      "method": "GET",
      "path": "/api/assignments/:id"
    },
    "listCourseAssignments": {
      "method": "GET",
      "path": "/api/assignments/course-assignments/:courseId"
    },
    "listMyAssignments": {
      "method": "GET",
      "path": "/api/assignments/my-assignments"
    }
  },
  "submissions": {
    "getSubmission": {
      "method": "GET",
      "path": "/api/submissions/:submissionId/course/:courseId"
    },
    "gradeSubmission": {
      "method": "POST",
      "path": "/api/assignments/:id/grade"
    },
    "listMySubmissions": {
      "method": "GET",
      "path": "/api/student-submissions"
    },
    "listSubmissions": {
      "method": "GET",
      "path": "/api/submissions/:courseId/:assignmentId/submissions"
    },
    "saveAnswers": {
      "method": "PATCH",
      "path": "/api/assignments/:id/answers"
    },
    "submitAssignment": {
      "method": "POST",
      "path": "/api/assignments/course/:courseId/week/:weekId/:assignmentId/submit"
    }
  },
  "signupForms": {
    "answerForm": {
      "method": "POST",
      "path": "/api/sign-up-forms/:courseId/:id"
    },
    "getForm": {
      "method": "GET",
      "path": "/api/sign-up-forms/:courseId"
    },
    "saveForm": {
      "method": "POST",
      "path": "/api/sign-up-forms/:courseId"
    }
  },
  "discussions": {
    "createComment": {
      "method": "POST",
      "path": "/api/discussion/create-comment/:discussionId/:courseId"
    },
    "createDiscussion": {
      "method": "POST",
      "path": "/api/discussion/create-discussion/:courseId"
    },
    "getDiscussion": {
      "method": "GET",
      "path": "/api/discussion/get-single-discussion/:courseId/:discussionId"
    },
    "listComments": {
      "method": "GET",
      "path": "/api/discussion/get-comments/:courseId/:discussionId"
    },
    "listDiscussions": {
      "method": "GET",
      "path": "/api/discussion/get-discussions/:courseId"
    },
    "removeComment": {
      "method": "DELETE",
      "path": "/api/discussion/delete-comment/:discussionId/:commentId"
    },
    "removeDiscussion": {
      "method": "DELETE",
      "path": "/api/discussion/delete-discussion/:id"
    }
  },
  "mail": {
    "sendMails": {
      "method": "POST",
      "path": "/api/courses/send-mails/:courseId"
    }
  }
}
