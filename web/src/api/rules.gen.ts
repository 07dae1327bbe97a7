// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';
export * from './signInRules.gen';

export const AddressInput = {
  "building": {
    "label": "Building",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Building must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Building length must be less than 64."
      }
    ]
  },
  "city": {
    "label": "City",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "City must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "City length must be less than 64."
      }
    ]
  },
  "country": {
    "label": "Country",
    "checks": [
      {
        "code": "required",
        "message": "Country field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Country must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Country length must be less than 64."
      }
    ]
  },
  "postalZipCode": {
    "label": "Postal Zip Code",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Postal Zip Code must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 14,
        "message": "Postal Zip Code length must be at most 14."
      }
    ]
  },
  "provinceState": {
    "label": "Province State",
    "checks": [
      {
        "code": "required",
        "message": "Province State field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Province State must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Province State length must be less than 64."
      }
    ]
  },
  "street": {
    "label": "Street",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Street must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Street length must be less than 64."
      }
    ]
  }
} as const satisfies FormRules;

export const AdminInput = {
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
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
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
  "password": {
    "label": "Password",
    "checks": [
      {
        "code": "required",
        "message": "Password field is required."
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
        "message": "Password must be 8 to 64 characters with an upper-case letter, a lower-case letter, a digit and a special character."
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

export const AdministratorInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  },
  "isAdmin": {
    "label": "Is Admin",
    "checks": [
      {
        "code": "required",
        "message": "Is Admin field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const ApplyPlanInput = {
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

export const BulkInput = {
  "action": {
    "label": "Action",
    "checks": [
      {
        "code": "required",
        "message": "Action field is required."
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
  },
  "preview": {
    "label": "Preview",
    "checks": [
      {
        "code": "required",
        "message": "Preview field is required."
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

export const CancelInput = {
  "cancelationReason": {
    "label": "Cancelation Reason",
    "checks": [
      {
        "code": "required",
        "message": "Cancelation Reason field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Cancelation Reason must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Cancelation Reason length must be at most 256."
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

export const CategoryInput = {
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
      },
      {
        "code": "dots",
        "patterns": [
          "[^.]|^.{3}"
        ],
        "message": "Name can not be \".\" or \"..\"."
      }
    ]
  }
} as const satisfies FormRules;

export const CategoryRename = {
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      }
    ]
  },
  "newName": {
    "label": "New Name",
    "checks": [
      {
        "code": "required",
        "message": "New Name field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "New Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "New Name length must be less than 64."
      },
      {
        "code": "dots",
        "patterns": [
          "[^.]|^.{3}"
        ],
        "message": "New Name can not be \".\" or \"..\"."
      }
    ]
  }
} as const satisfies FormRules;

export const ClientErrorInput = {
  "kind": {
    "label": "Kind",
    "checks": [
      {
        "code": "required",
        "message": "Kind field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Kind must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Kind length must be less than 64."
      }
    ]
  },
  "page": {
    "label": "Page",
    "checks": [
      {
        "code": "required",
        "message": "Page field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Page must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Page length must be at most 256."
      }
    ]
  },
  "stack": {
    "label": "Stack",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Stack must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "Stack length must be at most 2000."
      }
    ]
  }
} as const satisfies FormRules;

export const CompanyAddress = {
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

export const CompanyEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "supportEmail": {
    "label": "Support Email",
    "checks": [
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Support Email value is not an email format."
      }
    ]
  },
  "supportPhone": {
    "label": "Support Phone",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "Support Phone is not a phone number."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "Support Phone length must be at most 24."
      }
    ]
  }
} as const satisfies FormRules;

export const CompanyInput = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "supportEmail": {
    "label": "Support Email",
    "checks": [
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Support Email value is not an email format."
      }
    ]
  },
  "supportPhone": {
    "label": "Support Phone",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "Support Phone is not a phone number."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "Support Phone length must be at most 24."
      }
    ]
  }
} as const satisfies FormRules;

export const DisableInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  },
  "reason": {
    "label": "Reason",
    "checks": [
      {
        "code": "required",
        "message": "Reason field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "AdminRemoval",
            "value": 1
          },
          {
            "key": "UserRequestedDisable",
            "value": 2
          }
        ],
        "message": "Reason must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const DocumentEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Name must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 255,
        "message": "Name length must be at most 255."
      }
    ]
  }
} as const satisfies FormRules;

export const EmailInput = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  }
} as const satisfies FormRules;

export const ForecastInput = {
  "until": {
    "label": "Until",
    "checks": [
      {
        "code": "required",
        "message": "Until field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const IdInput = {
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

export const ImportColumnsInput = {
  "columns": {
    "label": "Columns",
    "checks": [
      {
        "code": "required",
        "message": "Columns field is required."
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

export const ImportRef = {
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

export const KeptPlanEdit = {
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
  "until": {
    "label": "Until",
    "checks": [
      {
        "code": "required",
        "message": "Until field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const KeptPlanInput = {
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
  "until": {
    "label": "Until",
    "checks": [
      {
        "code": "required",
        "message": "Until field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const ModeratorEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "role": {
    "label": "Role",
    "checks": [
      {
        "code": "required",
        "message": "Role field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "Role must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ModeratorInput = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "role": {
    "label": "Role",
    "checks": [
      {
        "code": "required",
        "message": "Role field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "Role must be one of provided options."
      }
    ]
  },
  "userEmail": {
    "label": "User Email",
    "checks": [
      {
        "code": "required",
        "message": "User Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "User Email value is not an email format."
      }
    ]
  }
} as const satisfies FormRules;

export const NameInput = {
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "Name field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const NoteEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "Id field is required."
      }
    ]
  },
  "text": {
    "label": "Text",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Text must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 4000,
        "message": "Text length must be at most 4000."
      }
    ]
  }
} as const satisfies FormRules;

export const NoteInput = {
  "entity": {
    "label": "Entity",
    "checks": [
      {
        "code": "required",
        "message": "Entity field is required."
      }
    ]
  },
  "entityId": {
    "label": "Entity",
    "checks": [
      {
        "code": "required",
        "message": "Entity field is required."
      }
    ]
  },
  "text": {
    "label": "Text",
    "checks": [
      {
        "code": "required",
        "message": "Text field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Text must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 4000,
        "message": "Text length must be at most 4000."
      }
    ]
  }
} as const satisfies FormRules;

export const PlanChangeInput = {
  "action": {
    "label": "Action",
    "checks": [
      {
        "code": "required",
        "message": "Action field is required."
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
  },
  "on": {
    "label": "On",
    "checks": [
      {
        "code": "required",
        "message": "On field is required."
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

export const PlanInput = {
  "from": {
    "label": "From",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "From is out of range."
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
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  }
} as const satisfies FormRules;

export const ProductEdit = {
  "categoryName": {
    "label": "Category",
    "checks": [
      {
        "code": "required",
        "message": "Category field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Category must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Category length must be less than 64."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ProductInput = {
  "categoryName": {
    "label": "Category",
    "checks": [
      {
        "code": "required",
        "message": "Category field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Category must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Category length must be less than 64."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectEdit = {
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

export const ProjectInput = {
  "companyId": {
    "label": "Company",
    "checks": [
      {
        "code": "required",
        "message": "Company field is required."
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

export const ProjectItem = {
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

export const ProjectModeratorEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "role": {
    "label": "Role",
    "checks": [
      {
        "code": "required",
        "message": "Role field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "Role must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectProductEdit = {
  "cost": {
    "label": "Cost",
    "checks": [
      {
        "code": "required",
        "message": "Cost field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Cost must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Cost must have at most two decimals."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Cost Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Cost Currency Name must be one of provided options."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "required",
        "message": "Price field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Price Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Price Currency Name must be one of provided options."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "WaitingConfirm",
            "value": 0
          },
          {
            "key": "InProgress",
            "value": 1
          },
          {
            "key": "Delivered",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectProductInput = {
  "cost": {
    "label": "Cost",
    "checks": [
      {
        "code": "required",
        "message": "Cost field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Cost must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Cost must have at most two decimals."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Cost Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Cost Currency Name must be one of provided options."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
      }
    ]
  },
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "required",
        "message": "Price field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Price Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Price Currency Name must be one of provided options."
      }
    ]
  },
  "productId": {
    "label": "Product",
    "checks": [
      {
        "code": "required",
        "message": "Product field is required."
      }
    ]
  },
  "projectId": {
    "label": "Project",
    "checks": [
      {
        "code": "required",
        "message": "Project field is required."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "WaitingConfirm",
            "value": 0
          },
          {
            "key": "InProgress",
            "value": 1
          },
          {
            "key": "Delivered",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectSubscriptionEdit = {
  "autoRenew": {
    "label": "Auto Renew",
    "checks": [
      {
        "code": "required",
        "message": "Auto Renew field is required."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
      }
    ]
  },
  "endAt": {
    "label": "End At",
    "checks": [
      {
        "code": "required",
        "message": "End At field is required."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "End At is out of range."
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
  "noticeDays": {
    "label": "Notice Days",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "Notice Days must be a whole number from 0 to 365."
      }
    ]
  },
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "required",
        "message": "Price field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Price Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Price Currency Name must be one of provided options."
      }
    ]
  },
  "startAt": {
    "label": "Start At",
    "checks": [
      {
        "code": "required",
        "message": "Start At field is required."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "Start At is out of range."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectSubscriptionInput = {
  "autoRenew": {
    "label": "Auto Renew",
    "checks": [
      {
        "code": "required",
        "message": "Auto Renew field is required."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
      }
    ]
  },
  "endAt": {
    "label": "End At",
    "checks": [
      {
        "code": "required",
        "message": "End At field is required."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "End At is out of range."
      }
    ]
  },
  "noticeDays": {
    "label": "Notice Days",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "Notice Days must be a whole number from 0 to 365."
      }
    ]
  },
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "required",
        "message": "Price field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Price Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Price Currency Name must be one of provided options."
      }
    ]
  },
  "projectId": {
    "label": "Project",
    "checks": [
      {
        "code": "required",
        "message": "Project field is required."
      }
    ]
  },
  "startAt": {
    "label": "Start At",
    "checks": [
      {
        "code": "required",
        "message": "Start At field is required."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "Start At is out of range."
      }
    ]
  },
  "subscriptionId": {
    "label": "Subscription",
    "checks": [
      {
        "code": "required",
        "message": "Subscription field is required."
      }
    ]
  }
} as const satisfies FormRules;

export const RenewInput = {
  "endAt": {
    "label": "End At",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "End At is out of range."
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
  "price": {
    "label": "Price",
    "checks": [
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Price must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Price must have at most two decimals."
      }
    ]
  },
  "startAt": {
    "label": "Start At",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "Start At is out of range."
      }
    ]
  }
} as const satisfies FormRules;

export const SubscriptionEdit = {
  "categoryName": {
    "label": "Category",
    "checks": [
      {
        "code": "required",
        "message": "Category field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Category must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Category length must be less than 64."
      }
    ]
  },
  "cost": {
    "label": "Cost",
    "checks": [
      {
        "code": "required",
        "message": "Cost field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Cost must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Cost must have at most two decimals."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Cost Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Cost Currency Name must be one of provided options."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "noticeDays": {
    "label": "Notice Days",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "Notice Days must be a whole number from 0 to 365."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const SubscriptionInput = {
  "categoryName": {
    "label": "Category",
    "checks": [
      {
        "code": "required",
        "message": "Category field is required."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "Category must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "Category length must be less than 64."
      }
    ]
  },
  "cost": {
    "label": "Cost",
    "checks": [
      {
        "code": "required",
        "message": "Cost field is required."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "Cost must be a positive amount of at most 999999999.99."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "Cost must have at most two decimals."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Cost Currency Name",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "Cost Currency Name must be one of provided options."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "Details must not contain control characters."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "Details length must be at most 256."
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
  "noticeDays": {
    "label": "Notice Days",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "Notice Days must be a whole number from 0 to 365."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "Status field is required."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "Status must be one of provided options."
      }
    ]
  }
} as const satisfies FormRules;

export const UserAddress = {
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
      }
    ]
  }
} as const satisfies FormRules;

export const UserEdit = {
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
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
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

export const UserInput = {
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
  "email": {
    "label": "Email",
    "checks": [
      {
        "code": "required",
        "message": "Email field is required."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "Email value is not an email format."
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
