// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';

export const ChangePasswordInput = {
  "confirmNewPassword": {
    "label": "Confirm New Password",
    "checks": [
      {
        "code": "equals",
        "field": "newPassword",
        "message": "Passwords don't match."
      }
    ]
  },
  "currentPassword": {
    "label": "Current Password",
    "checks": [
      {
        "code": "required",
        "message": "Current Password field is required."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "Current Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Current Password length must be at most 64."
      }
    ]
  },
  "newPassword": {
    "label": "New Password",
    "checks": [
      {
        "code": "required",
        "message": "New Password field is required."
      },
      {
        "code": "password",
        "patterns": [
          "^\\P{Cc}{8,64}$",
          "\\p{Lu}",
          "\\p{Ll}",
          "[0-9]",
          "[^\\p{L}\\p{N}\\p{Z}\\p{Cc}]"
        ],
        "message": "New Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
      }
    ]
  }
} as const satisfies FormRules;

export const ChannelEdit = {
  "events": {
    "label": "Events",
    "checks": [
      {
        "code": "required",
        "message": "Events field is required."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "kind": {
    "label": "Kind",
    "checks": [
      {
        "code": "required",
        "message": "Kind field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:slack|teams)$"
        ],
        "message": "Kind must be one of provided options."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  },
  "url": {
    "label": "Url",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Url must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "Url length must be at most 1000."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "Url must be an http or https address without a user name, password or fragment."
      }
    ]
  },
  "when": {
    "label": "When",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:each|daily)$"
        ],
        "message": "When must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ChannelInput = {
  "events": {
    "label": "Events",
    "checks": [
      {
        "code": "required",
        "message": "Events field is required."
      }
    ]
  },
  "kind": {
    "label": "Kind",
    "checks": [
      {
        "code": "required",
        "message": "Kind field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:slack|teams)$"
        ],
        "message": "Kind must be one of provided options."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  },
  "url": {
    "label": "Url",
    "checks": [
      {
        "code": "required",
        "message": "Url field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Url must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "Url length must be at most 1000."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "Url must be an http or https address without a user name, password or fragment."
      }
    ]
  },
  "when": {
    "label": "When",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:each|daily)$"
        ],
        "message": "When must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const GroupRoleInput = {
  "group": {
    "label": "Group",
    "checks": [
      {
        "code": "required",
        "message": "Group field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Group must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Group length must be at most 256."
      }
    ]
  },
  "role": {
    "label": "Role",
    "checks": [
      {
        "code": "required",
        "message": "Role field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const KeyInput = {
  "currentPassword": {
    "label": "Current Password",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "Current Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Current Password length must be at most 64."
      }
    ]
  },
  "expiresAt": {
    "label": "Expires At",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "Expires At is out of range."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  },
  "scope": {
    "label": "Scope",
    "checks": [
      {
        "code": "required",
        "message": "Scope field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:read|write)$"
        ],
        "message": "Scope must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const LanguageInput = {
  "language": {
    "label": "Language",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:en|de)$"
        ],
        "message": "Language must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const NotificationInput = {
  "notificationId": {
    "label": "Notification",
    "checks": [
      {
        "code": "required",
        "message": "Notification field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const NotificationSettingsInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:off|each|daily|weekly)$"
        ],
        "message": "Email must be one of provided options."
      }
    ]
  },
  "hour": {
    "label": "Hour",
    "checks": [
      {
        "code": "range",
        "value": 23,
        "patterns": [
          "^(?:[0-9]|1[0-9]|2[0-3])$"
        ],
        "message": "Hour must be a whole number from 0 to 23."
      }
    ]
  },
  "timeZone": {
    "label": "Time Zone",
    "checks": [
      {
        "code": "timeZone",
        "patterns": [
          "^[A-Za-z][A-Za-z0-9_+\\-]*(?:\\/[A-Za-z0-9_+\\-]+)*$",
          "^.{0,64}$"
        ],
        "message": "Time Zone is not the name of a time zone, such as Europe/Lisbon."
      }
    ]
  }
} as const satisfies FormRules;

export const OwnFieldEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "kind": {
    "label": "Kind",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:text|number|date|choice|yesNo|link)$"
        ],
        "message": "Kind must be one of provided options."
      }
    ]
  },
  "label": {
    "label": "Label",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Label must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Label length must be less than 64."
      }
    ]
  },
  "labelDe": {
    "label": "Label De",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Label De must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Label De length must be less than 64."
      }
    ]
  }
} as const satisfies FormRules;

export const OwnFieldInput = {
  "key": {
    "label": "Key",
    "checks": [
      {
        "code": "required",
        "message": "Key field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^[A-Za-z0-9]+$"
        ],
        "message": "Key must be a word of letters and digits."
      },
      {
        "code": "maxLength",
        "value": 40,
        "message": "Key length must be at most 40."
      }
    ]
  },
  "kind": {
    "label": "Kind",
    "checks": [
      {
        "code": "required",
        "message": "Kind field is required."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:text|number|date|choice|yesNo|link)$"
        ],
        "message": "Kind must be one of provided options."
      }
    ]
  },
  "label": {
    "label": "Label",
    "checks": [
      {
        "code": "required",
        "message": "Label field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Label must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Label length must be less than 64."
      }
    ]
  },
  "labelDe": {
    "label": "Label De",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Label De must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Label De length must be less than 64."
      }
    ]
  },
  "list": {
    "label": "List",
    "checks": [
      {
        "code": "required",
        "message": "List field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyInput = {
  "credential": {
    "label": "Credential",
    "checks": [
      {
        "code": "required",
        "message": "Credential field is required."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyRemoval = {
  "currentPassword": {
    "label": "Current Password",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "Current Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Current Password length must be at most 64."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const PasswordConfirmation = {
  "currentPassword": {
    "label": "Current Password",
    "checks": [
      {
        "code": "required",
        "message": "Current Password field is required."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "Current Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Current Password length must be at most 64."
      }
    ]
  }
} as const satisfies FormRules;

export const ProfileInput = {
  "displayName": {
    "label": "Display Name",
    "checks": [
      {
        "code": "required",
        "message": "Display Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Display Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Display Name length must be less than 64."
      }
    ]
  },
  "firstName": {
    "label": "First Name",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "First Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "First Name length must be less than 64."
      }
    ]
  },
  "gender": {
    "label": "Gender",
    "checks": [
      {
        "code": "required",
        "message": "Gender field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Male",
            "value": 1
          },
          {
            "key": "Female",
            "value": 2
          }
        ],
        "message": "Gender must be one of provided options."
      }
    ]
  },
  "lastName": {
    "label": "Last Name",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Last Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Last Name length must be less than 64."
      }
    ]
  },
  "phoneNumber": {
    "label": "Phone Number",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "Phone Number is not a phone number."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "Phone Number length must be at most 24."
      }
    ]
  }
} as const satisfies FormRules;

export const RecentPassword = {
  "currentPassword": {
    "label": "Current Password",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "Current Password length must be at least 6."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Current Password length must be at most 64."
      }
    ]
  }
} as const satisfies FormRules;

export const ReportSettingsInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:off|weekly|monthly)$"
        ],
        "message": "Email must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const SavedViewEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  },
  "query": {
    "label": "Query",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Query must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "Query length must be at most 2000."
      }
    ]
  }
} as const satisfies FormRules;

export const SavedViewInput = {
  "list": {
    "label": "List",
    "checks": [
      {
        "code": "required",
        "message": "List field is required."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Name length must be less than 64."
      }
    ]
  },
  "query": {
    "label": "Query",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Query must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "Query length must be at most 2000."
      }
    ]
  }
} as const satisfies FormRules;

export const SnoozeInput = {
  "notificationId": {
    "label": "Notification",
    "checks": [
      {
        "code": "required",
        "message": "Notification field is required."
      }
    ]
  },
  "until": {
    "label": "Until",
    "checks": [
      {
        "code": "required",
        "message": "Until field is required."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "Until is out of range."
      }
    ]
  }
} as const satisfies FormRules;

export const TotpCode = {
  "code": {
    "label": "Code",
    "checks": [
      {
        "code": "required",
        "message": "Code field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const WebhookEdit = {
  "events": {
    "label": "Events",
    "checks": [
      {
        "code": "required",
        "message": "Events field is required."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "url": {
    "label": "Url",
    "checks": [
      {
        "code": "required",
        "message": "Url field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Url must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "Url length must be at most 1000."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "Url must be an http or https address without a user name, password or fragment."
      }
    ]
  }
} as const satisfies FormRules;

export const WebhookInput = {
  "events": {
    "label": "Events",
    "checks": [
      {
        "code": "required",
        "message": "Events field is required."
      }
    ]
  },
  "url": {
    "label": "Url",
    "checks": [
      {
        "code": "required",
        "message": "Url field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Url must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "Url length must be at most 1000."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "Url must be an http or https address without a user name, password or fragment."
      }
    ]
  }
} as const satisfies FormRules;
