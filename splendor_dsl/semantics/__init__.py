"""What a rule file means: layers merged by clause path, names resolved, types checked, faults as problems."""
