// Generated from api/openapi.json by `make generate`. Do not edit.

/** The roles that have each right on a company or project, the highest first. Administrators have all rights. */
export const rolesByRight = {
  "attach": [
    "Owner",
    "Manager"
  ],
  "edit": [
    "Owner",
    "Manager"
  ],
  "editSubscriptions": [
    "Owner",
    "Manager",
    "Support"
  ],
  "manageModerators": [
    "Owner",
    "Manager"
  ],
  "seeCost": [
    "Owner",
    "Manager"
  ],
  "setProductStatus": [
    "Owner",
    "Manager",
    "Developer",
    "Designer"
  ]
} as const;
