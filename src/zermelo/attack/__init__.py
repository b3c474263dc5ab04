"""One game by many machines: proof-number search over jobs, above the native searches.

Attack (master) ── AttackGraph      positions as far as they were looked at, with proof numbers
          │     └─ AttackDatabase   all of it in one SQLite file, written by the master alone
          ├── JobEngine ── leaf_job    a native search of one position, with a budget (`zermelo.campaign.engine`)
          └── join ── Strategy      one proof out of those of the leaves
"""
